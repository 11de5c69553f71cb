import Hummingbird

/// The page of the box.
package enum Panel {}
