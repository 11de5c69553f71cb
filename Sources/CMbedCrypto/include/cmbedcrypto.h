// The calls of Mbed TLS that Lapwing makes. Imported by `SensorProtocols` only.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Decrypts AES-128-CCM and checks the tag. 0 where it fits; the output has as many bytes as the input.
// mbedtls_ccm_* is in Mbed TLS 2.28 (Debian 12) as in 3.6 (Debian 13).
int cmbedcrypto_ccm_decrypt(const uint8_t *key, const uint8_t *nonce, size_t nonce_length, const uint8_t *authenticated,
                            size_t authenticated_length, const void *input, size_t length, const void *tag,
                            size_t tag_length, void *output);

// Encrypts one block of 16 bytes with AES-128. 0 where that went well.
int cmbedcrypto_aes_encrypt(const uint8_t *key, const uint8_t *block, uint8_t *output);
