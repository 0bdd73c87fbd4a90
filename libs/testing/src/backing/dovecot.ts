import { chownSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** Dovecot stores no mail as root. Debian's number of the user `mail`. */
const MAIL = { name: 'mail', id: 8 };

/** Writes the settings of an IMAP server that knows anybody with the password, since it takes them from a file only. */
export function dovecotArguments({ folder, port }: { folder: string; port: number }, password: string): string[] {
  const isRoot = userInfo().uid === 0;
  const owner = isRoot ? MAIL.name : userInfo().username;
  if (isRoot) chownSync(folder, MAIL.id, MAIL.id);
  const asOneUser = `
    default_login_user = ${owner}
    default_internal_user = ${owner}
    service anvil {
      chroot =
    }`;
  const file = join(folder, 'dovecot.conf');
  writeFileSync(
    file,
    `protocols = imap
    listen = 127.0.0.1
    base_dir = ${folder}/run
    state_dir = ${folder}/state
    log_path = /dev/stderr
    ssl = no
    disable_plaintext_auth = no
    mail_location = maildir:${folder}/mail
    first_valid_uid = 1
    first_valid_gid = 1
    passdb {
      driver = static
      args = password=${password}
    }
    userdb {
      driver = static
      args = uid=${owner} gid=${owner} home=${folder}/home
    }
    service imap-login {
      ${isRoot ? '' : 'chroot ='}
      inet_listener imap {
        port = ${port}
      }
      inet_listener imaps {
        port = 0
      }
    }
    ${isRoot ? '' : asOneUser}\n`,
  );
  return ['-F', '-c', file];
}
