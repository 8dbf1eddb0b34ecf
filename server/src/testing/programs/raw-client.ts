import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** Opens a connection on which a test writes any bytes, and collects what comes back. It closes with the test. */
export function connectTo(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const client = { socket, received: '', closed: false };
  socket.on('data', (chunk) => {
    client.received += chunk;
  });
  socket.on('error', () => {}); // the server may close while the test still writes
  socket.on('close', () => {
    client.closed = true;
  });
  return client;
}
