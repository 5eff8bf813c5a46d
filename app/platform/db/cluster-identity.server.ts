import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32c } from './crc32c.server.ts';
import {
  CONTROL,
  CONTROL_FILE,
  LOG_SYSTEM_ID,
  neededLog,
  readControl,
} from './check-cluster.server.ts';

const NONCE_BYTES = 32;

/**
 * Makes a copied database's folder one of its own: the number by which its log and its backups are
 * known, as `initdb` gives it (the second it was made, and what tells two of that second apart), and
 * its one secret. The database must have ended in order: its log then has one file that counts.
 */
export function renewIdentity(cluster: string): void {
  const control = readControl(cluster);
  const seconds = BigInt(Math.floor(Date.now() / 1000));
  const systemId = (seconds << 32n) | BigInt(randomBytes(4).readUInt32LE());
  control.writeBigUInt64LE(systemId, CONTROL.systemId);
  randomBytes(NONCE_BYTES).copy(control, CONTROL.nonce);
  control.writeUInt32LE(crc32c(control.subarray(0, CONTROL.crc)), CONTROL.crc);
  for (const name of neededLog(control)) writeLogOwner(join(cluster, name), systemId);
  writeFileSync(join(cluster, CONTROL_FILE), control);
}

function writeLogOwner(segment: string, systemId: bigint): void {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(systemId);
  const file = openSync(segment, 'r+');
  try {
    writeSync(file, bytes, 0, bytes.byteLength, LOG_SYSTEM_ID);
  } finally {
    closeSync(file);
  }
}
