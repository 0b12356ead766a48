"""Calls as the sweeps know them: of functions with rules, of functions that are followed, of what is looked up when it is called.

Where code of a class runs and no call is seen (operators, properties, attributes that are computed), the call is written.
"""
