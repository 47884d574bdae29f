! The same traffic as that of the other programs of this name: see test_traffic.py.
program traffic
  use mpi_f08
  implicit none
  integer :: ierr, rank, size, right, left, i, x
  type(MPI_Request) :: r(2)
  type(MPI_Status) :: s
  double precision :: a(1000), b(1000), c(4000)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  call MPI_Comm_set_name(MPI_COMM_WORLD, 'all of them')
  right = mod(rank + 1, size); left = mod(rank + size - 1, size)
  a = 1
  do i = 1, 10
    if (mod(rank, 2) == 0) then
      call MPI_Send(a, 1000, MPI_DOUBLE_PRECISION, right, 7, MPI_COMM_WORLD)
      call MPI_Recv(b, 1000, MPI_DOUBLE_PRECISION, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    else
      call MPI_Recv(b, 1000, MPI_DOUBLE_PRECISION, left, 7, MPI_COMM_WORLD, s)
      call MPI_Send(a, 1000, MPI_DOUBLE_PRECISION, right, 7, MPI_COMM_WORLD)
    end if
  end do
  call MPI_Bcast(a, 100, MPI_INTEGER, 0, MPI_COMM_WORLD)
  call MPI_Allreduce(MPI_IN_PLACE, b, 10, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
  call MPI_Gather(a, 5, MPI_DOUBLE_PRECISION, c, 5, MPI_DOUBLE_PRECISION, 1, MPI_COMM_WORLD)
  call MPI_Allgather(MPI_IN_PLACE, 5, MPI_DOUBLE_PRECISION, c, 5, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD)
  call MPI_Irecv(b, 3, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, r(1))
  call MPI_Isend(a, 3, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, r(2))
  call MPI_Waitall(2, r, MPI_STATUSES_IGNORE)
  call MPI_Send_init(a, 4, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, r(1))
  call MPI_Recv_init(b, 4, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, r(2))
  do i = 1, 3
    call MPI_Startall(2, r); call MPI_Waitall(2, r, MPI_STATUSES_IGNORE)
  end do
  call MPI_Request_free(r(1)); call MPI_Request_free(r(2))
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_Finalize(ierr)
  if (rank == 0) print *, 'done', ierr
end program
