/// The care circle: who is told of an alarm, in which order, and until when.
package enum Circle {}
