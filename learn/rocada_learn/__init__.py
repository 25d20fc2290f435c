"""The training half of Rocada: records of positions in, a network file out. Never linked into the engine.

    architecture  the constants of networks, games and files, read from the engine's headers
    games         the games that can be learned, and what each has besides its board
    records       reads what `rocada data expand` writes and turns it into features, on the device that trains
    model         the network as PyTorch sees it, and its start
    training      the schedule and the training loop
    network_file  the two files of a network: integers for the engine, floats as a checkpoint and for comparison
    export        from floats to integers, with the rules that keep the engine's arithmetic from overflowing
    plot          the loss curve as a picture, where matplotlib is installed
    generation    from an engine to its next network: games, records, training, match, card
    command       what the executables beside this package share
"""
