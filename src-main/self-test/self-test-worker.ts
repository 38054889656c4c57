import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { FolderLockedError, lockDataFolder } from '../host/data-folder-lock.ts';
import { countAuthorities, trustSystemCertificates } from '../service/http/system-certificates.ts';
import { type ThreadQuestion, threadQuestionSchema } from './thread-questions.ts';

/** A thread of the program: shows that threads run from where it is installed, and does what may hang on a bad drive. */

function greeting() {
  const database = new DatabaseSync(':memory:');
  const bytes = Buffer.from('from within a thread '.repeat(1_000));
  trustSystemCertificates();
  try {
    return {
      sqlite: String(database.prepare('SELECT sqlite_version() AS version').get()?.version),
      unpacks: zstdDecompressSync(zstdCompressSync(bytes)).equals(bytes),
      trusted: countAuthorities().trusted,
    };
  } finally {
    database.close();
  }
}

function keepsBytes(folder: string): boolean {
  const bytes = Buffer.alloc(1_024 * 1_024, 7);
  const path = join(folder, 'bytes');
  const file = openSync(`${path}.new`, 'wx', 0o600);
  try {
    writeSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
  return readFileSync(path).equals(bytes);
}

function hasLog(folder: string): boolean {
  const database = new DatabaseSync(join(folder, 'trial.db'));
  try {
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE trial (value); INSERT INTO trial VALUES (1)');
    return database.prepare('PRAGMA journal_mode').get()?.journal_mode === 'wal';
  } finally {
    database.close();
  }
}

function locks(folder: string): boolean {
  const owner = { host: 'self-test', pid: process.pid, since: new Date().toISOString() };
  const first = lockDataFolder(folder, owner);
  try {
    lockDataFolder(folder, owner).release();
    return false;
  } catch (error) {
    if (!(error instanceof FolderLockedError)) throw error;
  } finally {
    first.release();
  }
  lockDataFolder(folder, owner).release();
  return true;
}

function tryFolder(folder: string) {
  mkdirSync(folder, { mode: 0o700 });
  try {
    return { keepsBytes: keepsBytes(folder), hasLog: hasLog(folder), locks: locks(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function answer(question: ThreadQuestion) {
  return question.ask === 'greeting' ? greeting() : tryFolder(question.folder);
}

parentPort?.postMessage(answer(threadQuestionSchema.parse(workerData)));
