"""The training half of Rocada: records of positions in, a network file out. Never linked into the engine.

    architecture  the constants of networks, games and files, read from the engine's headers
    games         the games that can be learned, and what each has besides its board
    records       reads what `rocada data expand` writes and turns it into features, on the device that trains
    model         the network as PyTorch sees it, and its start
    training      the schedule and the training loop
    network_file  the two files of a network: integers for the engine, floats as a checkpoint and for comparison
    export        from floats to integers, with the rules that keep the engine's arithmetic from overflowing
    teacher       the large network that labels records, and its files
    teaching      its training loop
    yardstick     how much of a deep search's verdict a judgement explains
    generation    from an engine to its next network: games, records, teacher, training, check, match, card
    wdl           what scores mean in wins, draws and losses: the fit to games, and the engine's file
    spsa          the search's numbers tuned by games, all together
    screening     what each of several changes is worth, all tried in the same games
    plot          figures as pictures, where matplotlib is installed
    csv_files     tables that people write, and logs of what was measured
    command       what the executables beside this package share
"""
