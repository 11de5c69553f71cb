/// How dates with slashes or hyphens are meant, such as 03/04/2026.
package enum DateOrder: String, Sendable { case dayFirst = "day-first", monthFirst = "month-first" }
