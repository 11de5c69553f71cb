import Circle
import NIOHTTP1
import NIOSSL

/// What leaves the box.
package enum Outside {}
