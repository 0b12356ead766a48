"""What a function finds around it, by whatever name: variables, objects and their parts, containers; who writes into them."""
