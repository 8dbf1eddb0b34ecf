import { envelopeSchema, eventSchema, type WireEvent } from '../../../shared/src/events.ts';

/** @throws ZodError */
export function checkEnvelope(body: unknown) {
  const envelope = envelopeSchema.parse(body);
  const events: WireEvent[] = envelope.events.map((event) => eventSchema.parse(event));
  return { ...envelope, events };
}
