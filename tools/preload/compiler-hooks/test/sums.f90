! Subroutines and functions of a module, one inside another.
module sums
  implicit none
contains
  integer function doubled(x)
    integer, intent(in) :: x
    doubled = 2 * x
  end function doubled

  subroutine add(total, count)
    integer, intent(inout) :: total
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      total = total + doubled(i)
    end do
  end subroutine add
end module sums

program main
  use sums
  implicit none
  integer :: total
  total = 0
  call add(total, 3)
  call add(total, 4)
  print *, total
end program main
