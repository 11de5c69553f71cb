/// The fields of every answer: what a browser may do with it.
package enum SafeFields {
  /// Everything comes from the box itself, nothing stands in the page as code, nothing frames it.
  package static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
    "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// Half a year in which browsers ask by TLS alone. Only with a certificate of the owner: with the box's own one, browsers that
  /// know this field show no way past their warning (RFC 6797, 8.4).
  package static let transport = ("Strict-Transport-Security", "max-age=15768000")

  package static let all = [
    ("Content-Security-Policy", policy),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    // With `no-referrer` browsers send `Origin: null` with forms, and the check of the origin would refuse them.
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
  ]
}
