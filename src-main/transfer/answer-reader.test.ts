import { describe, expect, it } from 'vitest';
import { type AnswerHead, BadAnswer, createAnswerReader } from './answer-reader.ts';

/** Reads an answer in one piece, or byte by byte. */
function read(answer: string, pieceBytes = answer.length) {
  const heads: AnswerHead[] = [];
  let body = '';
  let ends = 0;
  const reader = createAnswerReader({
    head: (head) => heads.push(head),
    body(piece) {
      body += piece.toString('latin1');
    },
    end() {
      ends += 1;
    },
  });
  const bytes = Buffer.from(answer, 'latin1');
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.feed(bytes.subarray(at, at + pieceBytes));
  return { heads, body: () => body, ends: () => ends, reader };
}

const answerOf = (head: string, body = '') => `${head.replaceAll('\n', '\r\n')}\r\n\r\n${body}`;
const chunked = 'HTTP/1.1 200 OK\ntransfer-encoding: chunked';

describe('a connection is used again', () => {
  it.each([
    ['HTTP/1.1 200 OK\ncontent-length: 2', true],
    ['HTTP/1.1 200 OK\ncontent-length: 2\nconnection: keep-alive', true],
    // A header in which "close" is only a part of a word.
    ['HTTP/1.1 200 OK\ncontent-length: 2\nconnection: x-close', true],
    ['HTTP/1.1 200 OK\ncontent-length: 2\nconnection: close', false],
    ['HTTP/1.1 200 OK\ncontent-length: 2\nConnection: Close', false],
    ['HTTP/1.1 200 OK\ncontent-length: 2\nconnection: keep-alive, close', false],
    ['HTTP/1.1 200 OK\ncontent-length: 2\nconnection: close\nconnection: x', false],
    ['HTTP/1.0 200 OK\ncontent-length: 2', false],
    ['HTTP/1.0 200 OK\ncontent-length: 2\nconnection: close', false],
  ])('after %j: %s', (head, reusable) => {
    const { reader, body, ends } = read(answerOf(head, 'ab'));
    expect([body(), ends(), reader.isReusable()]).toEqual(['ab', 1, reusable]);
  });

  it('not before the answer is complete', () => {
    const { reader, ends } = read(answerOf('HTTP/1.1 200 OK\ncontent-length: 3', 'ab'));
    expect([ends(), reader.isReusable(), reader.close(), ends()]).toEqual([0, false, false, 0]);
    reader.feed(Buffer.from('c'));
    expect([ends(), reader.isReusable(), reader.close(), ends()]).toEqual([1, true, true, 1]);
  });

  it('not when more came than the answer has', () => {
    const { reader, body, ends } = read(answerOf('HTTP/1.1 200 OK\ncontent-length: 2', 'abc'));
    expect([body(), ends(), reader.isReusable()]).toEqual(['ab', 1, false]);
  });

  it('not when only its end says where the answer ends', () => {
    const { reader, body, ends } = read(answerOf('HTTP/1.1 200 OK', 'abc'));
    expect([body(), ends()]).toEqual(['abc', 0]);
    expect([reader.close(), ends(), reader.isReusable()]).toEqual([true, 1, false]);
  });
});

describe('an answer', () => {
  it.each([1, 2, 3, 7, 1_000])('is the same in pieces of %d', (pieceBytes) => {
    const { heads, body, ends, reader } = read(
      answerOf(`${chunked}\nx-a:  1 \nX-A: 2`, '3\r\nabc\r\nA;x=1\r\n0123456789\r\n0\r\nx-last: 1\r\n\r\n'),
      pieceBytes,
    );
    expect(heads).toHaveLength(1);
    expect(heads[0]?.status).toBe(200);
    expect({ ...heads[0]?.headers }).toEqual({ 'transfer-encoding': 'chunked', 'x-a': '1, 2' });
    expect([body(), ends(), reader.isReusable()]).toEqual(['abc0123456789', 1, true]);
  });

  it.each(['204 No Content', '304 Not Modified'])('of %s has no body, whatever length it names', (status) => {
    const { body, ends, reader } = read(answerOf(`HTTP/1.1 ${status}\ncontent-length: 5`));
    expect([body(), ends(), reader.isReusable()]).toEqual(['', 1, true]);
  });

  it('of length 0 ends with its head', () => {
    const { ends, reader } = read(answerOf('HTTP/1.1 200 OK\ncontent-length: 0'));
    expect([ends(), reader.isReusable()]).toEqual([1, true]);
  });

  it('comes after interim ones, which are not passed on', () => {
    const early = answerOf('HTTP/1.1 103 Early Hints\nlink: </a>');
    const { heads, body, ends } = read(early + early + answerOf('HTTP/1.1 206\ncontent-length: 1', 'z'));
    expect([heads.map(({ status }) => status), body(), ends()]).toEqual([[206], 'z', 1]);
  });

  it.each([
    ['2\r\nab\r\n', 'ab'],
    ['2\r\na', 'a'],
    ['0\r\n', ''],
    ['', ''],
  ])('in chunks that breaks off after %j is not complete', (sent, received) => {
    const { body, ends, reader } = read(answerOf(chunked, sent));
    expect([body(), ends(), reader.close(), reader.isReusable()]).toEqual([received, 0, false, false]);
  });

  it('that breaks off in its head is not complete', () => {
    const { reader, heads } = read('HTTP/1.1 200 OK\r\ncontent-le');
    expect([reader.close(), heads]).toEqual([false, []]);
  });
});

describe('refused as no answer that can be understood', () => {
  it.each([
    ['another protocol', answerOf('HTTP/1.1 101 Switching Protocols')],
    ['no status line', answerOf('200 OK')],
    ['another version', answerOf('HTTP/2.0 200 OK')],
    ['something before the status line', answerOf('x HTTP/1.1 200 OK')],
    ['a status of four digits', answerOf('HTTP/1.1 2000 OK')],
    ['a header without a name', answerOf('HTTP/1.1 200 OK\n: x')],
    ['a header without a colon', answerOf('HTTP/1.1 200 OK\nx')],
    ['a blank before the colon', answerOf('HTTP/1.1 200 OK\nx : 1')],
    ['a folded line', answerOf('HTTP/1.1 200 OK\nx: 1\n y')],
    ['a zero byte in a header', answerOf('HTTP/1.1 200 OK\nx: a\0b')],
    ['half an end of line in a header', 'HTTP/1.1 200 OK\r\nx: a\nb: c\r\n\r\n'],
    ['a length and chunks', answerOf(`${chunked}\ncontent-length: 3`)],
    ['an unknown coding', answerOf('HTTP/1.1 200 OK\ntransfer-encoding: gzip, chunked')],
    ['a length that is none', answerOf('HTTP/1.1 200 OK\ncontent-length: 3x')],
    ['two lengths', answerOf('HTTP/1.1 200 OK\ncontent-length: 3\ncontent-length: 3')],
    ['a negative length', answerOf('HTTP/1.1 200 OK\ncontent-length: -1')],
    ['a chunk longer than it says', answerOf(chunked, '2\r\nabc\r\n0\r\n\r\n')],
    ['a chunk without its length', answerOf(chunked, '\r\nabc')],
    ['a chunk with a length that is none', answerOf(chunked, '0x2\r\nab\r\n')],
    ['a line of chunks without its whole end', answerOf(chunked, '2\nab\r\n')],
  ])('%s', (_, answer) => {
    expect(() => read(answer)).toThrow(BadAnswer);
    expect(() => read(answer, 1)).toThrow(BadAnswer);
  });

  it('a head or a line of more than 16 KiB, also one without an end', () => {
    const long = 'x'.repeat(16_384);
    for (const pieceBytes of [1_000, 100_000]) {
      expect(() => read(answerOf(`HTTP/1.1 200 OK\nx: ${long}`), pieceBytes)).toThrow('too long a head');
      expect(() => read(`HTTP/1.1 200 OK\r\nx: ${long}`, pieceBytes)).toThrow('too long a head');
      expect(() => read(answerOf(chunked, `2;${long}`), pieceBytes)).toThrow('too long a line');
    }
  });

  it('no head of just 16 KiB', () => {
    const start = 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\nx: ';
    const head = start + 'x'.repeat(16_384 - start.length);
    for (const pieceBytes of [1_000, 100_000]) expect(read(`${head}\r\n\r\nz`, pieceBytes).body()).toBe('z');
  });
});
