#include "cmbedcrypto.h"

#include <mbedtls/aes.h>
#include <mbedtls/ccm.h>
#include <mbedtls/ecdsa.h>
#include <mbedtls/ecp.h>
#include <mbedtls/md.h>
#include <mbedtls/platform_util.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

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

int cmbedcrypto_sha256(const uint8_t *message, size_t length, uint8_t *output) {
  return mbedtls_md(mbedtls_md_info_from_type(MBEDTLS_MD_SHA256), message, length, output);
}

int cmbedcrypto_sha256_of_file(int descriptor, uint8_t *output) {
  uint8_t piece[16384];
  ssize_t count;
  mbedtls_md_context_t context;
  mbedtls_md_init(&context);
  int failure = mbedtls_md_setup(&context, mbedtls_md_info_from_type(MBEDTLS_MD_SHA256), 0);
  if (failure == 0) failure = mbedtls_md_starts(&context);
  while (failure == 0 && (count = read(descriptor, piece, sizeof piece)) != 0)
    failure = count < 0 ? -1 : mbedtls_md_update(&context, piece, (size_t)count);
  if (failure == 0) failure = mbedtls_md_finish(&context, output);
  mbedtls_md_free(&context);
  return failure;
}

// Random bytes of the kernel, for keys and to blind calculations, so that their time says nothing about a secret. A request of up to 256 bytes is never cut short; getrandom waits until it has been seeded.
static int kernel_random(void *context, unsigned char *output, size_t length) {
  (void)context;
  while (length > 0) {
    ssize_t count = getrandom(output, length < 256 ? length : 256, 0);
    if (count <= 0) return MBEDTLS_ERR_ECP_RANDOM_FAILED;
    output += count;
    length -= (size_t)count;
  }
  return 0;
}

int cmbedcrypto_p256_new_key(uint8_t *secret, uint8_t *point) {
  mbedtls_ecp_group group;
  mbedtls_mpi number;
  mbedtls_ecp_point place;
  mbedtls_ecp_group_init(&group);
  mbedtls_mpi_init(&number);
  mbedtls_ecp_point_init(&place);
  size_t length = 0;
  int status = mbedtls_ecp_group_load(&group, MBEDTLS_ECP_DP_SECP256R1);
  if (status == 0) status = mbedtls_ecp_gen_keypair(&group, &number, &place, kernel_random, NULL);
  if (status == 0) status = mbedtls_mpi_write_binary(&number, secret, 32);
  if (status == 0)
    status = mbedtls_ecp_point_write_binary(&group, &place, MBEDTLS_ECP_PF_UNCOMPRESSED, &length, point, 65);
  mbedtls_ecp_point_free(&place);
  mbedtls_mpi_free(&number);
  mbedtls_ecp_group_free(&group);
  return status;
}

int cmbedcrypto_p256_sign(const uint8_t *secret, const uint8_t *hash, uint8_t *r, uint8_t *s) {
  mbedtls_ecp_group group;
  mbedtls_mpi number, first, second;
  mbedtls_ecp_group_init(&group);
  mbedtls_mpi_init(&number);
  mbedtls_mpi_init(&first);
  mbedtls_mpi_init(&second);
  int status = mbedtls_ecp_group_load(&group, MBEDTLS_ECP_DP_SECP256R1);
  if (status == 0) status = mbedtls_mpi_read_binary(&number, secret, 32);
  if (status == 0) status = mbedtls_ecdsa_sign(&group, &first, &second, &number, hash, 32, kernel_random, NULL);
  if (status == 0) status = mbedtls_mpi_write_binary(&first, r, 32);
  if (status == 0) status = mbedtls_mpi_write_binary(&second, s, 32);
  mbedtls_mpi_free(&second);
  mbedtls_mpi_free(&first);
  mbedtls_mpi_free(&number);
  mbedtls_ecp_group_free(&group);
  return status;
}

int cmbedcrypto_x25519(const uint8_t *secret, const uint8_t *point, uint8_t *output) {
  uint8_t clamped[32];
  memcpy(clamped, secret, sizeof clamped);
  clamped[0] &= 248;
  clamped[31] = (uint8_t)((clamped[31] & 127) | 64);
  mbedtls_ecp_group group;
  mbedtls_ecp_point base, product;
  mbedtls_mpi factor;
  mbedtls_ecp_group_init(&group);
  mbedtls_ecp_point_init(&base);
  mbedtls_ecp_point_init(&product);
  mbedtls_mpi_init(&factor);
  size_t written = 0;
  int status = mbedtls_ecp_group_load(&group, MBEDTLS_ECP_DP_CURVE25519);
  if (status == 0) status = mbedtls_mpi_read_binary_le(&factor, clamped, sizeof clamped);
  if (status == 0) status = mbedtls_ecp_point_read_binary(&group, &base, point, 32);
  if (status == 0) status = mbedtls_ecp_mul(&group, &product, &factor, &base, kernel_random, NULL);
  if (status == 0)
    status = mbedtls_ecp_point_write_binary(&group, &product, MBEDTLS_ECP_PF_UNCOMPRESSED, &written, output, 32);
  mbedtls_mpi_free(&factor);
  mbedtls_ecp_point_free(&product);
  mbedtls_ecp_point_free(&base);
  mbedtls_ecp_group_free(&group);
  mbedtls_platform_zeroize(clamped, sizeof clamped);
  return status == 0 && written == 32 ? 0 : status ? status : -1;
}
