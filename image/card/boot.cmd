# Run by U-Boot on every board: takes the first slot of BOOT_ORDER that has a try left, counts the try, and starts it.
#
# The counts are in lapwing.env on the boot partition, which Linux reads and writes too (etc/fw_env.config). It is one
# sector, so that a write is whole or not there, and has a checksum. If it is torn all the same, there is lapwing.bak: Linux
# writes it behind each change, and a start writes one of the two while the other is good. A slot that has proved itself
# (BOOT_x_GOOD) has nine tries, and its system gives them back as soon as it has mounted its files: only nine power cuts in
# a row within those seconds would bring the other slot.
setexpr envaddr ${scriptaddr} + 0x80000
setenv bad
setenv BOOT_ORDER "A B"
setenv BOOT_A_LEFT 3
setenv BOOT_B_LEFT 0
setenv BOOT_A_GOOD 0
setenv BOOT_B_GOOD 0
setenv known
# The later one counts.
for file in lapwing.bak lapwing.env; do
  if load ${devtype} ${devnum}:1 ${envaddr} ${file}; then
    if env import -c ${envaddr} 0x200 BOOT_ORDER BOOT_A_LEFT BOOT_B_LEFT BOOT_A_GOOD BOOT_B_GOOD; then setenv known ${known}${file}; fi
  fi
done
setenv slot
for s in ${BOOT_ORDER}; do
  if test -n "${slot}"; then
    echo "box: slot ${s} is next"
  elif test "${s}" = "A"; then
    if test ${BOOT_A_LEFT} -gt 0; then setexpr BOOT_A_LEFT ${BOOT_A_LEFT} - 1; setenv slot A; setenv part 2; fi
  elif test "${s}" = "B"; then
    if test ${BOOT_B_LEFT} -gt 0; then setexpr BOOT_B_LEFT ${BOOT_B_LEFT} - 1; setenv slot B; setenv part 3; fi
  fi
done
setenv again
if test -z "${slot}"; then
  setenv again 1
  setenv BOOT_ORDER "A B"
  if test ${BOOT_A_GOOD} -eq 1; then setenv BOOT_A_LEFT 9; fi
  if test ${BOOT_B_GOOD} -eq 1; then setenv BOOT_B_LEFT 9; fi
  if test ${BOOT_A_GOOD}${BOOT_B_GOOD} = 00; then setenv BOOT_A_LEFT 3; setenv BOOT_B_LEFT 3; fi
  echo "box: no slot has a try left; they get theirs back"
fi
env export -c -s 0x200 ${envaddr} BOOT_ORDER BOOT_A_LEFT BOOT_B_LEFT BOOT_A_GOOD BOOT_B_GOOD
# The only good copy is never written over. This start is not counted then, unless the card does not keep the other copy.
setenv count 1
if test "${known}" = "lapwing.env"; then
  fatwrite ${devtype} ${devnum}:1 ${envaddr} lapwing.bak 0x200
  if load ${devtype} ${devnum}:1 ${envaddr} lapwing.bak; then
    if env import -c ${envaddr} 0x200 BOOT_ORDER; then setenv count; fi
  fi
fi
if test -n "${count}"; then
  env export -c -s 0x200 ${envaddr} BOOT_ORDER BOOT_A_LEFT BOOT_B_LEFT BOOT_A_GOOD BOOT_B_GOOD
  fatwrite ${devtype} ${devnum}:1 ${envaddr} lapwing.env 0x200
fi
if test -n "${again}"; then reset; fi
echo "box: slot ${slot} (${BOOT_ORDER}; A ${BOOT_A_LEFT}, B ${BOOT_B_LEFT} left)"
# The pins, as box.yaml names them: Linux writes the names of parts, and whether nothing speaks on the serial line, to parts.env.
setenv parts
setenv serial
if load ${devtype} ${devnum}:1 ${envaddr} parts.env; then env import -t ${envaddr} ${filesize} parts serial; fi
# Linux's first programs have the last console open, and so it reads and echoes what comes in there: a screen, then, which a box
# does not have. On the serial line are only what the kernel itself writes, and nothing is read.
if test "${machine}" = "rpi"; then setenv console "console=ttyS1,115200 console=tty0"; else setenv console "console=ttyAMA0 console=tty0"; fi
if test "${serial}" = "off"; then
  setenv console "console=tty0"
  setenv stdout vidconsole
  setenv stderr vidconsole
fi
# Linux would take a break on the serial line and a letter for an order: to start again, to switch off.
setenv bootargs "${console} ro rauc.slot=${slot} panic=3 sysctl.kernel.sysrq=0 watchdog.open_timeout=120 quiet loglevel=3 firmware_class.path=/boot/firmware/firmware"
# The board's firmware puts the address of its Bluetooth into its own device tree. (U-Boot hands on serial number and network address.)
setenv bluetooth
if test -n "${fdt_addr}"; then
  fdt addr ${fdt_addr}
  if fdt get addr from /soc/serial@7e201000/bluetooth local-bd-address; then
    for n in 0 1 2 3 4 5; do
      setexpr at ${from} + ${n}
      setexpr.b byte *${at}
      setenv bluetooth "${bluetooth} ${byte}"
    done
  fi
fi
# Both, or nothing is started: memory may still hold those of the start before.
setenv rdsize
if load ${devtype} ${devnum}:${part} ${kernel_addr_r} /boot/vmlinuz; then
  if load ${devtype} ${devnum}:${part} ${ramdisk_addr_r} /boot/initrd.img; then setenv rdsize ${filesize}; fi
fi
setenv fdt ${fdtcontroladdr}
if test -n "${fdtfile}"; then
  if load ${devtype} ${devnum}:${part} ${fdt_addr_r} /boot/dtb/${fdtfile}; then setenv fdt ${fdt_addr_r}; fi
fi
# A device tree that a part does not go into is of no use afterwards, so it is loaded again, and the system starts without any.
if test -n "${parts}"; then
  fdt addr ${fdt}
  fdt resize 8192
  for p in ${parts}; do
    if load ${devtype} ${devnum}:${part} ${envaddr} /boot/overlays/${p}.dtbo; then
      if fdt apply ${envaddr}; then echo "box: ${p}"; else setenv bad ${p}; fi
    else
      setenv bad ${p}
    fi
  done
  if test -n "${bad}"; then
    echo "box: the part ${bad} does not go into the device tree"
    load ${devtype} ${devnum}:${part} ${fdt} /boot/dtb/${fdtfile}
  fi
fi
if test -n "${bluetooth}"; then
  fdt addr ${fdt}
  fdt resize 64
  fdt set /soc/serial@7e201000/bluetooth local-bd-address [${bluetooth}]
fi
if test -n "${rdsize}"; then booti ${kernel_addr_r} ${ramdisk_addr_r}:${rdsize} ${fdt}; fi
echo "box: slot ${slot} does not start"
reset
