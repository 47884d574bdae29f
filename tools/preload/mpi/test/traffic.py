"""The same traffic as that of the other programs of this name: see test_traffic.py."""

import array

from mpi4py import MPI

world = MPI.COMM_WORLD
rank, size = world.rank, world.size
right, left = (rank + 1) % size, (rank - 1) % size
sent, got = array.array("d", [1] * 1000), array.array("d", [0] * 1000)
for _ in range(10):
    if rank % 2 == 0:
        world.Send(sent, right, 7)
    world.Recv(got, left, 7)
    if rank % 2 == 1:
        world.Send(sent, right, 7)
world.Bcast([sent, 50, MPI.DOUBLE], 0)
world.Allreduce(MPI.IN_PLACE, [got, 10, MPI.DOUBLE])
world.Barrier()
