import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** One DER element: tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`));
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));

/** A fresh self-signed certificate for these host names (and 127.0.0.1 where `forAddress`); nothing of it is kept anywhere. */
export function makeTestCertificate(options: { hosts: string[]; forAddress?: boolean; expired?: boolean }): {
  key: string;
  cert: string;
} {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('Nadir test')))));
  const day = 86_400_000;
  const [from, to] = options.expired ? [-20, -10] : [-1, 10];
  const names = options.hosts.map((host) => der(0x82, Buffer.from(host)));
  const addresses = options.forAddress ? [der(0x87, Buffer.from([127, 0, 0, 1]))] : [];
  const extension = sequence(oid('551d11'), der(0x04, sequence(...names, ...addresses)));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1]), randomBytes(8)),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(Date.now() + from * day)), utcTime(new Date(Date.now() + to * day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const base64 = sequence(body, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
  };
}
