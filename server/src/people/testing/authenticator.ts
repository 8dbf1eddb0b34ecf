import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

// An authenticator in software, which can also lie.

export interface Lies {
  origin?: string;
  rpId?: string;
  type?: string;
  /** The flags of the authenticator's data; without the third bit the person was not verified. */
  flags?: number;
  /** How often it says it was used. */
  counter?: number;
}

const PRESENT_AND_VERIFIED = 0b101;
const WITH_CREDENTIAL = 0b1000000;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');
const uint = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
/** The few forms of CBOR that are needed here. */
const bytes = (data: Buffer) =>
  data.length < 256
    ? Buffer.concat([Buffer.from([0x58, data.length]), data])
    : Buffer.concat([Buffer.from([0x59]), uint(data.length, 2), data]);
const text = (value: string) =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

/** Makes a passkey for an address. @param site the origin that a browser would write */
export function createAuthenticator(site: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ]);
  const dataOf = ({
    rpId = new URL(site).hostname,
    flags = PRESENT_AND_VERIFIED,
    ...lies
  }: Lies) => {
    counter = lies.counter ?? counter + 1;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), uint(counter, 4)]);
  };
  const clientData = (type: string, challenge: string, { origin = site, ...lies }: Lies) =>
    Buffer.from(JSON.stringify({ type: lies.type ?? type, challenge, origin, crossOrigin: false }));
  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key' };

  return {
    id: named.id,
    make({ challenge }: { challenge: string }, lies: Lies = {}) {
      const flags = (lies.flags ?? PRESENT_AND_VERIFIED) | WITH_CREDENTIAL;
      const data = Buffer.concat([
        dataOf({ ...lies, flags }),
        Buffer.alloc(16),
        uint(id.length, 2),
        id,
        cose,
      ]);
      const attestation = Buffer.concat([
        ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
        ...[text('authData'), bytes(data)],
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, lies)),
          attestationObject: base64url(attestation),
        },
        clientExtensionResults: {},
      };
    },
    use({ challenge }: { challenge: string }, lies: Lies = {}) {
      const data = dataOf(lies);
      const client = clientData('webauthn.get', challenge, lies);
      return {
        ...named,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        },
        clientExtensionResults: {},
      };
    },
  };
}
export type Authenticator = ReturnType<typeof createAuthenticator>;
