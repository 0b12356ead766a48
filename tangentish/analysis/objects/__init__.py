"""What classes of users do where no call is seen: attributes that are computed, containers that all objects share."""
