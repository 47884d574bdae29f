! The same traffic as that of the other programs of this name: see test_traffic.py.
program traffic
  use mpi
  implicit none
  integer :: ierr, rank, size, right, left, i, r(2), s(MPI_STATUS_SIZE)
  double precision :: a(1000), b(1000), c(4000)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  call MPI_Comm_set_name(MPI_COMM_WORLD, 'all of them', ierr)
  right = mod(rank + 1, size); left = mod(rank + size - 1, size)
  a = 1
  do i = 1, 10
    if (mod(rank, 2) == 0) then
      call MPI_Send(a, 1000, MPI_DOUBLE_PRECISION, right, 7, MPI_COMM_WORLD, ierr)
      call MPI_Recv(b, 1000, MPI_DOUBLE_PRECISION, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    else
      call MPI_Recv(b, 1000, MPI_DOUBLE_PRECISION, left, 7, MPI_COMM_WORLD, s, ierr)
      call MPI_Send(a, 1000, MPI_DOUBLE_PRECISION, right, 7, MPI_COMM_WORLD, ierr)
    end if
  end do
  call MPI_Bcast(a, 100, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call MPI_Allreduce(MPI_IN_PLACE, b, 10, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  call MPI_Gather(a, 5, MPI_DOUBLE_PRECISION, c, 5, MPI_DOUBLE_PRECISION, 1, MPI_COMM_WORLD, ierr)
  call MPI_Allgather(MPI_IN_PLACE, 5, MPI_DOUBLE_PRECISION, c, 5, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, ierr)
  call MPI_Irecv(b, 3, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, r(1), ierr)
  call MPI_Isend(a, 3, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, r(2), ierr)
  call MPI_Waitall(2, r, MPI_STATUSES_IGNORE, ierr)
  call MPI_Send_init(a, 4, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, r(1), ierr)
  call MPI_Recv_init(b, 4, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, r(2), ierr)
  do i = 1, 3
    call MPI_Startall(2, r, ierr); call MPI_Waitall(2, r, MPI_STATUSES_IGNORE, ierr)
  end do
  call MPI_Request_free(r(1), ierr); call MPI_Request_free(r(2), ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
  if (rank == 0) print *, 'done', ierr
end program
