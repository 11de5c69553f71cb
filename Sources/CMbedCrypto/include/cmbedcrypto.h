// The calls of Mbed TLS that Lapwing makes. Imported by `SensorProtocols`, `Peer`, `Outside` and `Panel`.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Decrypts AES-128-CCM and checks the tag. Returns 0 if the tag is right. The output has as many bytes as the input.
// mbedtls_ccm_* exists in Mbed TLS 3.6, which has support until March 2027, and no longer in 4.
int cmbedcrypto_ccm_decrypt(const uint8_t *key, const uint8_t *nonce, size_t nonce_length, const uint8_t *authenticated,
                            size_t authenticated_length, const void *input, size_t length, const void *tag,
                            size_t tag_length, void *output);

// Encrypts one block of 16 bytes with AES-128. Returns 0 on success.
int cmbedcrypto_aes_encrypt(const uint8_t *key, const uint8_t *block, uint8_t *output);

// Writes the HMAC-SHA256 of a message, 32 bytes (RFC 2104). Returns 0 on success.
int cmbedcrypto_hmac_sha256(const uint8_t *key, size_t key_length, const uint8_t *message, size_t length,
                            uint8_t *output);

// Writes the SHA-256 of all that a file descriptor has from where it stands, 32 bytes. Returns 0 on success.
int cmbedcrypto_sha256_of_file(int descriptor, uint8_t *output);

// Writes the SHA-256 of a message, 32 bytes. Returns 0 on success.
int cmbedcrypto_sha256(const uint8_t *message, size_t length, uint8_t *output);

// Makes a key of the curve P-256 from random numbers of the kernel: its secret number, 32 bytes, and its point, 65 bytes (04,
// x, y). Returns 0 on success.
int cmbedcrypto_p256_new_key(uint8_t *secret, uint8_t *point);

// Signs a hash of 32 bytes with ECDSA: r and s, 32 bytes each. Returns 0 on success.
int cmbedcrypto_p256_sign(const uint8_t *secret, const uint8_t *hash, uint8_t *r, uint8_t *s);
// X25519 (RFC 7748): writes the product of a secret and a point, 32 bytes each. Returns 0 on success; a point of small order is
// refused or gives zeros.
int cmbedcrypto_x25519(const uint8_t *secret, const uint8_t *point, uint8_t *output);
