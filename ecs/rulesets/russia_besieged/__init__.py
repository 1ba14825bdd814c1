"""Russia Besieged: the Axis-Soviet war in two-month turns of two impulses.

``data`` and ``roster`` read the tables, the counters and their arrivals; ``charts`` looks things up in them; ``odds``
works out an attack.
"""
