# Constraints of @top@. Times are in ns.
#
# clock_period may be set before this file is read; 10 ns is a first value, not a period at which the
# unit was closed. Each side of a pin gets half of it: outputs depend on the state only, so a
# path goes from a register to a register with at most one pin in between.
if {![info exists clock_period]} {
    set clock_period 10.0
}

create_clock -name clock -period $clock_period [get_ports clock]

# The reset is synchronous and timed like any input.
set_input_delay [expr {$clock_period / 2}] -clock clock [get_ports {@inputs@}]
set_output_delay [expr {$clock_period / 2}] -clock clock [get_ports {@outputs@}]
@straps@
