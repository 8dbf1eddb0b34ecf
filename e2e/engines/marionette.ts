import { once } from 'node:events';
import { connect } from 'node:net';
import type { Command } from './webdriver.ts';

/** The answer to a command: its type, the command's number, an error or null, and the result. */
type Answer = [
  type: 1,
  id: number,
  error: { error: string; message: string } | null,
  result: unknown,
];

/**
 * Connects to Firefox. A message is the length of its JSON in bytes, a colon and the JSON:
 * https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
 */
export async function connectMarionette(port: number) {
  const socket = connect(port, '127.0.0.1');
  const waiting = new Map<number, (answer: Answer) => void>();
  let received = Buffer.alloc(0);
  let greeted = () => {};
  const greeting = new Promise<void>((resolve) => {
    greeted = resolve;
  });
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(':');
      const end = colon + 1 + Number(received.subarray(0, colon).toString());
      if (colon < 0 || received.length < end) return;
      const message = JSON.parse(received.subarray(colon + 1, end).toString());
      received = received.subarray(end);
      if (Array.isArray(message)) waiting.get(message[1])?.(message as Answer);
      else greeted();
    }
  });
  socket.on('close', () => {
    for (const [id, answer] of waiting)
      answer([1, id, { error: 'closed', message: 'Firefox is gone' }, null]);
  });
  await Promise.race([greeting, once(socket, 'close')]);

  let lastId = 0;
  async function ask(name: string, parameters: object) {
    lastId += 1;
    const id = lastId;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    const message = JSON.stringify([0, id, name, parameters]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    const [, , failure, result] = await answered;
    waiting.delete(id);
    if (failure) throw new Error(`${name}: ${failure.error}: ${failure.message}`);
    const isBoxed = result !== null && typeof result === 'object' && 'value' in result;
    return isBoxed ? result.value : result;
  }

  return {
    send: (command: Command | 'NewSession', parameters: object = {}) =>
      ask(`WebDriver:${command}`, parameters),
    /** Chooses where scripts run: in the page, or in the browser itself. */
    setContext: (value: 'content' | 'chrome') => ask('Marionette:SetContext', { value }),
    close: () => socket.destroy(),
  };
}
