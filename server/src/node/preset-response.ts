import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';

/** Names and values in turn: the form of headers that Node writes down as they are. */
export type RawHeaders = readonly string[];

export const REQUEST_ID_HEADER = 'X-Request-Id';

type OwnHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * Node's response with headers that were laid down before the application answers; where the answer has its own of that
 * name, that one is written. All go out as one list: seven of them take 1.6 µs, with a `setHeader` for each 4.2 µs
 * (docs/decisions/010-intake.md).
 */
export class PresetResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  #preset: RawHeaders = [];

  /** In place of those that were laid down before. */
  preset(headers: RawHeaders): void {
    this.#preset = headers;
  }

  override writeHead(
    status: number,
    messageOrHeaders?: string | OwnHeaders,
    headers?: OwnHeaders,
  ): this {
    return typeof messageOrHeaders === 'string'
      ? super.writeHead(status, messageOrHeaders, withPreset(headers, this.#preset))
      : super.writeHead(status, withPreset(headers ?? messageOrHeaders, this.#preset));
  }
}

function withPreset(own: OwnHeaders = [], preset: RawHeaders): OutgoingHttpHeader[] {
  const all = rawList(own);
  const ownLength = all.length;
  for (let at = 0; at < preset.length; at += 2) {
    const name = preset[at] as string;
    if (!hasName(all, ownLength, name)) all.push(name, preset[at + 1] as string);
  }
  return all;
}

/** Of each form that Node takes: an object, names and values in turn, or a list of pairs. */
function rawList(headers: OwnHeaders): OutgoingHttpHeader[] {
  if (Array.isArray(headers)) return Array.isArray(headers[0]) ? headers.flat() : [...headers];
  const list: OutgoingHttpHeader[] = [];
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) list.push(name, value);
  }
  return list;
}

function hasName(list: readonly OutgoingHttpHeader[], length: number, name: string): boolean {
  for (let at = 0; at < length; at += 2) {
    const own = list[at] as string;
    if (own.length === name.length && own.toLowerCase() === name.toLowerCase()) return true;
  }
  return false;
}
