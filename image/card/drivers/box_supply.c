// SPDX-License-Identifier: MIT OR GPL-2.0-only
// Whether the supply of a Raspberry Pi is too low: Debian's kernel is built without the driver of it. The firmware has a word of
// flags (Raspberry Pi's documentation, vcgencmd get_throttled); the kernel's own driver of the firmware makes the device
// raspberrypi-hwmon. As sysfs of Linux has it (Documentation/hwmon/sysfs-interface.rst), in0_lcrit_alarm is 1 if the supply was
// too low since the last look, which is made every 2 s.
#include <linux/hwmon.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/workqueue.h>
#include <soc/bcm2835/raspberrypi-firmware.h>

// Bit 0 is the moment, and bit 16 what was since these bits were cleared by this request.
#define IS_LOW BIT(0)
#define WAS_LOW BIT(16)
#define CLEAR 0xffff

struct supply {
	struct delayed_work work;
	struct rpi_firmware *firmware;
	struct device *chip;
	int was_low; // or why this is not known
};

static void look(struct work_struct *work)
{
	struct supply *supply = container_of(work, struct supply, work.work);
	u32 flags = CLEAR;
	int was_low = rpi_firmware_property(supply->firmware, RPI_FIRMWARE_GET_THROTTLED, &flags, sizeof(flags));

	// A firmware that does not know the request leaves it as it is.
	if (!was_low)
		was_low = flags == CLEAR ? -ENODATA : !!(flags & (IS_LOW | WAS_LOW));
	if (was_low != supply->was_low) {
		WRITE_ONCE(supply->was_low, was_low);
		hwmon_notify_event(supply->chip, hwmon_in, hwmon_in_lcrit_alarm, 0);
	}
	schedule_delayed_work(&supply->work, 2 * HZ);
}

static umode_t mode(const void *data, enum hwmon_sensor_types type, u32 attribute, int channel)
{
	return 0444;
}

static int read(struct device *chip, enum hwmon_sensor_types type, u32 attribute, int channel, long *value)
{
	struct supply *supply = dev_get_drvdata(chip);
	int was_low = READ_ONCE(supply->was_low);

	*value = was_low;
	return min(was_low, 0);
}

static const struct hwmon_channel_info *const channels[] = { HWMON_CHANNEL_INFO(in, HWMON_I_LCRIT_ALARM), NULL };
static const struct hwmon_ops operations = { .is_visible = mode, .read = read };
static const struct hwmon_chip_info info = { .ops = &operations, .info = channels };

static int begin(struct platform_device *device)
{
	struct supply *supply = devm_kzalloc(&device->dev, sizeof(*supply), GFP_KERNEL);

	if (!supply)
		return -ENOMEM;
	supply->was_low = -ENODATA;
	supply->firmware = dev_get_drvdata(device->dev.parent);
	supply->chip = devm_hwmon_device_register_with_info(&device->dev, "rpi_volt", supply, &info, NULL);
	if (IS_ERR(supply->chip))
		return PTR_ERR(supply->chip);
	platform_set_drvdata(device, supply);
	INIT_DELAYED_WORK(&supply->work, look);
	schedule_delayed_work(&supply->work, 0);
	return 0;
}

static void end(struct platform_device *device)
{
	struct supply *supply = platform_get_drvdata(device);

	cancel_delayed_work_sync(&supply->work);
}

static struct platform_driver box_supply = { .probe = begin, .remove = end, .driver = { .name = "raspberrypi-hwmon" } };
module_platform_driver(box_supply);

MODULE_ALIAS("platform:raspberrypi-hwmon");
MODULE_DESCRIPTION("Whether the supply of a Raspberry Pi is too low");
MODULE_LICENSE("Dual MIT/GPL");
