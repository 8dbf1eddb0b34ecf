/** 20 ms of silence: one Opus packet (RFC 6716), full band, 48 kHz, mono. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);
const PACKET_SAMPLES = 960;

/** Returns an Ogg Opus file (RFC 7845) of silence, about 150 bytes for each second. */
export function silentOpus(seconds: number): Buffer {
  const head = Buffer.from('OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0', 'latin1');
  const tags = Buffer.from('OpusTags\x04\0\0\0test\0\0\0\0', 'latin1');
  const audio = Array.from({ length: seconds }, (_, second) => ({
    packets: Array.from({ length: 50 }, () => SILENCE),
    samples: (second + 1) * 50 * PACKET_SAMPLES,
  }));
  const pages = [{ packets: [head], samples: 0 }, { packets: [tags], samples: 0 }, ...audio];
  return Buffer.concat(
    pages.map(({ packets, samples }, index) => {
      const flags = index === 0 ? 2 : index === pages.length - 1 ? 4 : 0;
      return oggPage(packets, { flags, samples, index });
    }),
  );
}

function oggPage(packets: Buffer[], of: { flags: number; samples: number; index: number }): Buffer {
  const header = Buffer.alloc(27);
  header.write('OggS');
  header.writeUInt8(of.flags, 5);
  header.writeBigUInt64LE(BigInt(of.samples), 6);
  header.writeUInt32LE(1, 14);
  header.writeUInt32LE(of.index, 18);
  header.writeUInt8(packets.length, 26);
  const page = Buffer.concat([
    header,
    Buffer.from(packets.map(({ length }) => length)),
    ...packets,
  ]);
  page.writeUInt32LE(checksum(page), 22);
  return page;
}

/** RFC 3533, section 6: CRC-32 with the polynomial 04c11db7, without reflection. */
function checksum(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}
