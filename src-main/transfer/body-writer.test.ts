import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createBodyWriter } from './body-writer.ts';
import { createBufferPool } from './storage/buffer-pool.ts';
import type { AcceptMessage } from './transfer-messages.ts';

const body = Buffer.from('0123456789');

/** Creates a writer for a file of a hundred bytes in memory. */
function make(patch: Partial<AcceptMessage> = {}) {
  const disk = Buffer.alloc(100, '.');
  const heard: string[] = [];
  const writer = createBodyWriter({
    target: {
      kind: 'accept',
      id: 1,
      fd: 0,
      start: 0,
      end: null,
      due: null,
      encoding: null,
      batchBytes: 1_000,
      metered: false,
      ...patch,
    },
    file: {
      async write(bytes, from, length, position) {
        disk.set(bytes.subarray(from, from + length), position ?? 0);
        return { bytesWritten: length };
      },
    },
    buffers: createBufferPool(),
    pause: (reason) => heard.push(`pause ${reason}`),
    resume: (reason) => heard.push(`resume ${reason}`),
    metered: () => heard.push('metered'),
    written: () => undefined,
    end: ({ kind }) => heard.push(kind),
  });
  const text = () => disk.toString('latin1').replaceAll('.', ' ').trimEnd().replaceAll(' ', '.');
  return { ...writer, heard, text };
}

it('writes a body where it belongs, and nothing behind its own end', async () => {
  const writer = make({ start: 5, end: 9, due: 25 });
  writer.push(body.subarray(0, 3));
  expect([writer.at(), writer.heard]).toEqual([8, []]);
  writer.push(body.subarray(3));
  // The bytes after the end belong to another connection.
  expect([writer.at(), writer.heard]).toEqual([9, ['over']]);
  await writer.finish();
  expect(writer.text()).toBe('.....0123');
  // Only bytes from the front of the file have a checksum of their own.
  expect(writer.digest()).toBeNull();
});

it('leaves the end to the answer where both are the same', async () => {
  const writer = make({ end: 10, due: 10 });
  writer.push(body);
  expect(writer.heard).toEqual([]);
  await writer.finish();
  expect(writer.digest()).toBe(createHash('sha256').update(body).digest('hex'));
});

it('takes nothing of a piece that goes on behind the end of the answer', async () => {
  const writer = make({ due: 9 });
  writer.push(body);
  expect(writer.heard).toEqual(['too-long']);
  await writer.finish();
  expect([writer.at(), writer.text()]).toEqual([0, '']);
});

it('gives up its rear only in front of what has come', () => {
  const writer = make({ end: 50, due: 50 });
  writer.push(body);
  expect([10, 50, 60].map((end) => writer.shorten(end))).toEqual([false, false, false]);
  expect(writer.shorten(15)).toBe(true);
  expect(writer.shorten(15)).toBe(false);
  writer.push(body);
  expect([writer.at(), writer.heard]).toEqual([15, ['over']]);
  expect(make({ end: null }).shorten(15)).toBe(false);
});

it('waits after each piece while it is metered', () => {
  const writer = make({ metered: true });
  writer.push(body);
  expect(writer.heard).toEqual(['pause meter', 'metered']);
  writer.meter(false);
  writer.push(body);
  expect(writer.heard).toEqual(['pause meter', 'metered', 'resume meter']);
});

it('takes nothing once it is finished', async () => {
  const writer = make();
  const finished = writer.finish();
  writer.push(body);
  expect(writer.shorten(5)).toBe(false);
  await finished;
  expect(writer.text()).toBe('');
});

it('decodes what is encoded; what cannot be is told', async () => {
  const writer = make({ encoding: 'gzip' });
  writer.push(gzipSync(body));
  await writer.finishDecoding();
  await writer.finish();
  expect(writer.text()).toBe('0123456789');
  const broken = make({ encoding: 'gzip' });
  broken.push(body);
  await expect(broken.finishDecoding()).rejects.toThrow();
  await turn();
  expect(broken.heard).toContain('encoding');
});
