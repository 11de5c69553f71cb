// thin
