#define _GNU_SOURCE
#include "clinux.h"

#include <stddef.h>

int clinux_use_builtin_name_lookups(void) {
  static const char *const databases[] = {"passwd",   "group",     "shadow", "services",
                                          "networks", "protocols", "ethers", "netgroup"};
  int refused = __nss_configure_lookup("hosts", "files dns") != 0;
  for (unsigned i = 0; i < sizeof databases / sizeof *databases; i++)
    refused += __nss_configure_lookup(databases[i], "files") != 0;
  return refused;
}

int clinux_peer(int socket, int *pid, unsigned *uid, unsigned *gid) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *pid = peer.pid;
  *uid = peer.uid;
  *gid = peer.gid;
  return 0;
}

int clinux_peer_is_in_group(int socket, unsigned gid) {
  gid_t groups[256];
  socklen_t size = sizeof groups;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &size) != 0) return 0;
  for (unsigned i = 0; i < size / sizeof *groups; i++)
    if (groups[i] == gid) return 1;
  return 0;
}

int clinux_accept(int socket) { return accept4(socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }
