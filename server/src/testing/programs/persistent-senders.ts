import { newId, postJson } from '../data/visitor.ts';

/** Events that are sent together, with the same ids again and again until they are acknowledged. */
interface Batch {
  ids: readonly string[];
  timestamp: string;
}

export interface SendersOptions {
  consentId: string;
  senders: number;
  /** Returns the number of events in the next new batch. */
  nextSize(): number;
}

/** Behaves like browsers whose server may die at any moment. */
export function createPersistentSenders({ consentId, senders, nextSize }: SendersOptions) {
  const sent: string[] = [];
  const acknowledged: string[] = [];
  const unacknowledged: Batch[] = [];

  function createBatch(): Batch {
    const ids = Array.from({ length: nextSize() }, newId);
    sent.push(...ids);
    return { ids, timestamp: new Date().toISOString() };
  }

  /**
   * Returns whether the server acknowledged the batch; false when it died meanwhile. @throws Error for another answer
   */
  async function send(url: string, { ids, timestamp }: Batch): Promise<boolean> {
    const properties = { percent_scrolled: 25 };
    const events = ids.map((id) => ({ id, name: 'scroll', timestamp, properties }));
    const sentAt = new Date().toISOString();
    const envelope = { consentId, sessionId: consentId, sentAt, events };
    const answer = await postJson(`${url}/api/events`, envelope).catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (answer === null || text == null) return false;
    const { accepted, duplicates } = JSON.parse(text) as Record<string, unknown>;
    if (answer.status !== 200 || Number(accepted) + Number(duplicates) !== ids.length) {
      throw new Error(`unexpected answer ${answer.status} ${text}`);
    }
    return true;
  }

  /** Sends batches one after another, unacknowledged ones first, until the server is gone or `next` returns none. */
  async function sendOn(url: string, next: () => Batch | undefined, onAnswer: () => void) {
    for (let batch = next(); batch; batch = next()) {
      if (!(await send(url, batch))) {
        unacknowledged.push(batch);
        return;
      }
      acknowledged.push(...batch.ids);
      onAnswer();
    }
  }

  const sendTogether = (url: string, next: () => Batch | undefined, onAnswer = () => {}) =>
    Promise.all(Array.from({ length: senders }, () => sendOn(url, next, onAnswer)));

  return {
    /** Every id that was ever sent. */
    sent,
    acknowledged,
    /** Sends old and new events until the server dies. @param onAnswer called at each acknowledgement */
    sendUntilDeath: (url: string, onAnswer: () => void) =>
      sendTogether(url, () => unacknowledged.shift() ?? createBatch(), onAnswer),
    /** Sends the unacknowledged batches, and nothing new. */
    async sendRest(url: string) {
      await sendTogether(url, () => unacknowledged.shift());
      if (unacknowledged.length > 0) throw new Error('the server is gone');
    },
  };
}
