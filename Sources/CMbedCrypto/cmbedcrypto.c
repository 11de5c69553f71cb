#include "cmbedcrypto.h"

#include <mbedtls/aes.h>
#include <mbedtls/ccm.h>
#include <mbedtls/md.h>

int cmbedcrypto_ccm_decrypt(const uint8_t *key, const uint8_t *nonce, size_t nonce_length, const uint8_t *authenticated,
                            size_t authenticated_length, const void *input, size_t length, const void *tag,
                            size_t tag_length, void *output) {
  mbedtls_ccm_context context;
  mbedtls_ccm_init(&context);
  int status = mbedtls_ccm_setkey(&context, MBEDTLS_CIPHER_ID_AES, key, 128);
  if (status == 0)
    status = mbedtls_ccm_auth_decrypt(&context, length, nonce, nonce_length, authenticated, authenticated_length, input,
                                      output, tag, tag_length);
  mbedtls_ccm_free(&context);
  return status;
}

int cmbedcrypto_aes_encrypt(const uint8_t *key, const uint8_t *block, uint8_t *output) {
  mbedtls_aes_context context;
  mbedtls_aes_init(&context);
  int status = mbedtls_aes_setkey_enc(&context, key, 128);
  if (status == 0) status = mbedtls_aes_crypt_ecb(&context, MBEDTLS_AES_ENCRYPT, block, output);
  mbedtls_aes_free(&context);
  return status;
}

int cmbedcrypto_hmac_sha256(const uint8_t *key, size_t key_length, const uint8_t *message, size_t length,
                            uint8_t *output) {
  return mbedtls_md_hmac(mbedtls_md_info_from_type(MBEDTLS_MD_SHA256), key, key_length, message, length, output);
}
