// server/src/store/sqlite/reports/reader.ts
import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";

// server/src/store/sqlite/relay/delivery-state.ts
var LAST_SEQ = "coalesce((SELECT last_seq FROM relay_state), 0)";
var DEAD_LETTERS_SHOWN = 20;
function readDeliveryState(db) {
  const first = db.prepare(
    `SELECT received_at AS receivedAt FROM events WHERE seq > ${LAST_SEQ} ORDER BY seq LIMIT 1`
  ).get();
  const state = db.prepare(
    "SELECT delivered_at AS deliveredAt, failure, failed_at AS failedAt FROM relay_state"
  ).get();
  const counts = new Map(
    db.prepare("SELECT outcome, count FROM relay_counts").all().map(({ outcome, count }) => [outcome, count])
  );
  const countOf = (outcome) => counts.get(outcome) ?? 0;
  return {
    waiting: countWaiting(db),
    waitingSince: first?.receivedAt ?? null,
    delivered: countOf("delivered"),
    deliveredAt: state?.deliveredAt ?? null,
    skipped: {
      no_grant: countOf("no_grant"),
      withdrawn: countOf("withdrawn"),
      expired: countOf("expired"),
      other_recipient: countOf("other_recipient")
    },
    ...readDeadLetters(db),
    failure: state?.failure == null ? null : { reason: state.failure, at: state.failedAt ?? 0 }
  };
}
var MAX_COUNTED = 1e4;
function countWaiting(db) {
  const one = (sql) => db.prepare(sql).get()?.number ?? 0;
  const span = one(`SELECT coalesce(max(seq), 0) - ${LAST_SEQ} AS number FROM events`);
  if (span > MAX_COUNTED) return span;
  return one(`SELECT count(*) AS number FROM events WHERE seq > ${LAST_SEQ}`);
}
function readDeadLetters(db) {
  const total = db.prepare("SELECT count(*) AS setAside FROM relay_dead_letters").get();
  const deadLetters = db.prepare(
    `SELECT events.id AS eventId, reason, set_aside_at AS at FROM relay_dead_letters
       JOIN events USING (seq) ORDER BY seq DESC LIMIT ?`
  ).all(DEAD_LETTERS_SHOWN);
  return { setAside: total?.setAside ?? 0, deadLetters };
}

// server/src/store/chunks/chunk-format.ts
var FORMAT = 1162018817;
var HEADER_BYTES = 40;
var FLAGS = { wideTimes: 1, wideKinds: 2, textPeople: 4 };
var PART_EVENTS = 16384;
var partOf = (seq) => Math.floor((seq - 1) / PART_EVENTS);
var seqsOf = (part) => [
  part * PART_EVENTS,
  (part + 1) * PART_EVENTS
];
var UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
var isUuid = (text2) => UUID.test(text2);
function writeUuid(text2, words, at) {
  const hex = text2.replaceAll("-", "");
  for (let word = 0; word < 4; word++) {
    words[at + word] = Number.parseInt(hex.slice(word * 8, word * 8 + 8), 16);
  }
}
function toUuidWords(ids) {
  if (!ids.every(isUuid)) return null;
  const words = new Uint32Array(ids.length * 4);
  for (const [place, id2] of ids.entries()) writeUuid(id2, words, place * 4);
  return words;
}

// server/src/store/chunks/encode-chunk.ts
var CHUNK_COLUMNS = [
  ...["consent_id", "occurred_at", "name", "properties", "path", "referrer_host", "utm_source"],
  ...["utm_medium", "utm_campaign", "utm_term", "utm_content", "viewport"]
];
var CONTEXT_START = 4;
var MAX_TABLE_LENGTH = 1e6;
function encodeChunk(rows) {
  const encoder = createChunkEncoder();
  for (const row of rows) encoder.add(row);
  return encoder.count() > 0 ? encoder.encode() : null;
}
function makeChunk(part, rows) {
  const encoded = encodeChunk(rows);
  if (!encoded) return null;
  const { bytes: bytes2, tableLength, ...own } = encoded;
  return { part, ...own, bytes: tableLength > MAX_TABLE_LENGTH ? null : bytes2 };
}
function createChunkEncoder() {
  const people = createTable();
  const kinds = createTable();
  const contexts = createTable();
  const times = new Float64Array(PART_EVENTS);
  const personOf = new Uint16Array(PART_EVENTS);
  const kindOf = new Uint16Array(PART_EVENTS);
  const contextOf = new Uint16Array(PART_EVENTS);
  let count = 0;
  let previous;
  const sameContext = (row) => {
    for (let column = CONTEXT_START; column < row.length; column++) {
      if (row[column] !== previous?.[column]) return false;
    }
    return previous !== void 0;
  };
  return {
    add(row) {
      const [consentId, occurredAt, name, properties2] = row;
      times[count] = occurredAt;
      personOf[count] = people.place(consentId);
      kindOf[count] = kinds.place(`${name.length} ${name}${properties2}`);
      contextOf[count] = sameContext(row) ? contextOf[count - 1] ?? 0 : contexts.place(JSON.stringify(row.slice(CONTEXT_START)));
      previous = row;
      count += 1;
    },
    count: () => count,
    encode() {
      const order = orderByPerson(personOf.subarray(0, count), times, people.values.length);
      return encode({ order, times, kindOf, contextOf, personOf, people, kinds, contexts });
    }
  };
}
function createTable() {
  const places = /* @__PURE__ */ new Map();
  const values = [];
  let length = 0;
  return {
    values,
    length: () => length,
    place(text2) {
      const known = places.get(text2);
      if (known !== void 0) return known;
      places.set(text2, values.length);
      length += text2.length;
      return values.push(text2) - 1;
    }
  };
}
function orderByPerson(personOf, times, people) {
  const ends = new Uint32Array(people + 1);
  for (const person of personOf) ends[person + 1] = (ends[person + 1] ?? 0) + 1;
  for (let person = 0; person < people; person++) {
    ends[person + 1] = (ends[person + 1] ?? 0) + (ends[person] ?? 0);
  }
  const order = new Uint16Array(personOf.length);
  const next = ends.slice();
  for (let event = 0; event < personOf.length; event++) {
    const person = personOf[event] ?? 0;
    const place = next[person] ?? 0;
    order[place] = event;
    next[person] = place + 1;
  }
  const timeOf = (event) => times[event ?? 0] ?? 0;
  for (let person = 0; person < people; person++) {
    const own = order.subarray(ends[person], ends[person + 1]);
    const isLate = own.some((event, place) => place > 0 && timeOf(own[place - 1]) > timeOf(event));
    if (isLate) own.sort((a, b) => timeOf(a) - timeOf(b) || a - b);
  }
  return order;
}
function encode(collected) {
  const { order, times, personOf, kindOf, contextOf, people, kinds, contexts } = collected;
  const { length } = order;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let event = 0; event < length; event++) {
    first = Math.min(first, times[event] ?? first);
    last = Math.max(last, times[event] ?? last);
  }
  const isWide = last - first > 4294967295;
  const words = toUuidWords(people.values);
  const ownTimes = isWide ? new Float64Array(length) : new Uint32Array(length);
  const ownKinds = kinds.values.length > 256 ? new Uint16Array(length) : new Uint8Array(length);
  const counts = new Uint16Array(people.values.length);
  const runLengths = [];
  const runContexts = [];
  for (let place = 0; place < length; place++) {
    const event = order[place] ?? 0;
    ownTimes[place] = (times[event] ?? 0) - (isWide ? 0 : first);
    ownKinds[place] = kindOf[event] ?? 0;
    counts[personOf[event] ?? 0] = (counts[personOf[event] ?? 0] ?? 0) + 1;
    const context2 = contextOf[event] ?? 0;
    const run = runContexts.length - 1;
    if (runContexts[run] === context2) {
      runLengths[run] = (runLengths[run] ?? 0) + 1;
    } else {
      runContexts.push(context2);
      runLengths.push(1);
    }
  }
  const tables = Buffer.from(
    JSON.stringify({
      kinds: kinds.values,
      contexts: contexts.values,
      people: words ? [] : people.values
    })
  );
  const sections = [
    ownTimes,
    words ?? new Uint32Array(0),
    counts,
    Uint16Array.from(runLengths),
    Uint16Array.from(runContexts),
    ownKinds,
    tables
  ];
  const total = sections.reduce((sum, { byteLength }) => sum + byteLength, HEADER_BYTES);
  const header = {
    format: FORMAT,
    bytes: total,
    events: length,
    people: people.values.length,
    flags: (isWide ? FLAGS.wideTimes : 0) | (ownKinds instanceof Uint16Array ? FLAGS.wideKinds : 0) | (words ? 0 : FLAGS.textPeople),
    runs: runContexts.length,
    tableBytes: tables.byteLength,
    base: first
  };
  const tableLength = kinds.length() + contexts.length();
  return {
    bytes: join(header, sections, total),
    tableLength,
    events: length,
    firstAt: first,
    lastAt: last
  };
}
function join(header, sections, total) {
  const bytes2 = new Uint8Array(total);
  const { base, ...words } = header;
  new Uint32Array(bytes2.buffer, 0, 7).set(Object.values(words));
  new Float64Array(bytes2.buffer, HEADER_BYTES - 8, 1)[0] = base;
  let at = HEADER_BYTES;
  for (const { buffer, byteOffset, byteLength } of sections) {
    bytes2.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes2;
}

// server/src/store/sqlite/reports/chunks.ts
function prepareChunks(db) {
  const selectRows = db.prepare(
    `SELECT ${CHUNK_COLUMNS.join(", ")} FROM events WHERE seq > ? AND seq <= ? ORDER BY seq`
  ).raw();
  const selectStored = db.prepare(
    "SELECT part, first_at AS firstAt, last_at AS lastAt FROM event_chunks"
  );
  const selectBytes = db.prepare("SELECT bytes FROM event_chunks WHERE part = ?").pluck();
  return {
    rowsOf: (part) => selectRows.iterate(...seqsOf(part)),
    storedTimes: () => new Map(selectStored.all().map((row) => [row.part, row])),
    bytesOf: (part) => selectBytes.get(part) ?? null
  };
}
function makeNextChunk(db, { from, to }) {
  const selectNext = db.prepare("SELECT min(seq) FROM events WHERE seq > ?").pluck();
  const { rowsOf: rowsOf2, storedTimes: storedTimes2 } = prepareChunks(db);
  return db.transaction(() => {
    const stored = storedTimes2();
    for (let part = from; part < to; part++) {
      if (stored.has(part)) continue;
      const [before] = seqsOf(part);
      const next = selectNext.get(before);
      if (next == null) return null;
      if (partOf(next) > part) part = partOf(next) - 1;
      else return makeChunk(part, rowsOf2(part));
    }
    return null;
  })();
}

// shared/src/time.ts
var utcDay = (time) => new Date(time).toISOString().slice(0, 10);

// server/src/store/sqlite/reports/counts.ts
var within = (column) => `(@from IS NULL OR ${column} >= @from) AND (@to IS NULL OR ${column} <= @to)`;
var countSignups = (db, range) => db.prepare(
  `SELECT date(created_at / 1000, 'unixepoch') AS day, signup_type AS type, count(*) AS count
       FROM notifyme_signups WHERE ${within("created_at")} GROUP BY 1, 2 ORDER BY 1, 2`
).all(range);
var countDecisions = (db, range) => db.prepare(
  `SELECT date(recorded_at / 1000, 'unixepoch') AS day,
              CASE analytics WHEN 1 THEN 'granted' ELSE 'withdrawn' END AS decision, count(*) AS count
       FROM consents WHERE ${within("recorded_at")} GROUP BY 1, 2
       UNION ALL
       SELECT day, 'refused', sum(count) FROM consent_refusals WHERE ${WITHIN_DAYS} GROUP BY day
       ORDER BY 1, 2`
).all({ ...range, ...toDays(range) });
var countPages = (db, range) => db.prepare(
  `SELECT day, path, count FROM page_counts WHERE ${WITHIN_DAYS} ORDER BY day, count DESC, path`
).all(toDays(range));
var WITHIN_DAYS = "(@fromDay IS NULL OR day >= @fromDay) AND (@toDay IS NULL OR day <= @toDay)";
var toDays = ({ from, to }) => ({
  fromDay: from === null ? null : utcDay(from),
  toDay: to === null ? null : utcDay(to)
});

// server/src/store/sqlite/reports/export-rows.ts
var PAGE_ROWS = 1e3;
var SOURCES = {
  signups: { table: "notifyme_signups", key: "rowid", time: "created_at" },
  events: { table: "events", key: "seq", time: "occurred_at" },
  consents: { table: "consents", key: "rowid", time: "recorded_at" }
};
async function* exportRows(db, name, { from, to }, onProgress) {
  const { table, key, time } = SOURCES[name];
  const select = db.prepare(
    `SELECT ${key} AS after, * FROM ${table}
     WHERE ${key} > @after AND (@from IS NULL OR ${time} >= @from) AND (@to IS NULL OR ${time} <= @to)
     ORDER BY ${key} LIMIT ${PAGE_ROWS}`
  );
  const last = db.prepare(`SELECT coalesce(max(${key}), 0) FROM ${table}`).pluck();
  for (let after = 0, all = last.get() ?? 0; ; ) {
    const page = select.all({ after, from, to });
    if (page.length > 0) yield page.map(({ after: _, ...row }) => row);
    if (page.length < PAGE_ROWS) return;
    after = page.at(-1)?.after ?? after;
    onProgress?.(after, all);
  }
}

// server/src/store/rules/search-text.ts
function toSearchText(search) {
  const folded = Array.from(search, fold).join("");
  const pairs = [...new Set(folded)].map((letter) => [letter.toUpperCase(), letter]).filter(([capital, letter]) => capital !== letter && fold(capital) === letter);
  return {
    like: `%${folded.replace(/[\\%_]/g, "\\$&")}%`,
    capitals: new Map(pairs)
  };
}
function fold(letter) {
  const lower = letter.toLowerCase();
  return [...lower].length === 1 && lower.toUpperCase() === letter ? lower : letter;
}

// server/src/store/sqlite/reports/find-signups.ts
var FOUND = ["name", "email", "youtube_channel", "use_case"].map(
  (column) => `folded(${column}) LIKE @like ESCAPE '\\'`
);
var MATCHES = `(@type IS NULL OR signup_type = @type) AND (@like IS NULL OR ${FOUND.join(" OR ")})`;
function findSignups(db, query) {
  const { search, type, before, limit, offset } = query;
  const { like, capitals } = toSearchText(search ?? "");
  const fold2 = (text2) => text2 === null ? null : String(text2).replace(/\P{ASCII}/gu, (one) => capitals.get(one) ?? one);
  db.function("folded", { deterministic: true }, fold2);
  const filter = { type, like: search === null ? null : like };
  const total = db.prepare(`SELECT count(*) FROM notifyme_signups WHERE ${MATCHES}`).pluck().get(filter);
  const signups = db.prepare(
    `SELECT id, name, email, youtube_channel AS youtubeChannel, use_case AS useCase,
              signup_type AS signupType, created_at AS createdAt
       FROM notifyme_signups
       WHERE ${MATCHES} AND (@createdAt IS NULL OR (created_at, id) < (@createdAt, @id))
       ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`
  ).all({
    ...filter,
    limit,
    offset,
    id: before?.id ?? null,
    createdAt: before?.createdAt ?? null
  });
  return { signups, total: total ?? 0 };
}

// server/src/store/sqlite/intake/event-row.ts
var EVENT_COLUMNS = `seq, id, consent_id AS consentId, session_id AS sessionId, name, properties, path,
  referrer_host AS referrerHost, utm_source AS utmSource, utm_medium AS utmMedium, utm_campaign AS utmCampaign,
  utm_term AS utmTerm, utm_content AS utmContent, viewport, occurred_at AS occurredAt, received_at AS receivedAt`;
function toStoredEvent(row) {
  const { id: id2, consentId, sessionId, name, occurredAt, receivedAt } = row;
  const { path, referrerHost, utmSource, utmMedium, utmCampaign, utmTerm, utmContent } = row;
  return {
    id: id2,
    consentId,
    sessionId,
    name,
    properties: JSON.parse(row.properties),
    context: {
      path,
      referrerHost,
      utmSource,
      utmMedium,
      utmCampaign,
      utmTerm,
      utmContent,
      viewport: row.viewport
    },
    occurredAt,
    receivedAt
  };
}

// server/src/store/sqlite/reports/latest-events.ts
var latestEvents = (db, limit) => db.prepare(`SELECT ${EVENT_COLUMNS} FROM events ORDER BY seq DESC LIMIT ?`).all(limit).map((row) => ({ seq: row.seq, ...toStoredEvent(row) }));

// server/src/store/chunks/person-numbers.ts
var SLOT_WORDS = 5;
function createPersonNumbers() {
  let size = 2048;
  let slots = new Uint32Array(size * SLOT_WORDS);
  let count = 0;
  const texts = /* @__PURE__ */ new Map();
  const own = new Uint32Array(4);
  const [a = 0, b = 0, c = 0, d = 0] = crypto.getRandomValues(new Uint32Array(4));
  function slotOf(words, at) {
    let hash = Math.imul(words[at] ^ a, 2654435761);
    hash = Math.imul(hash ^ hash >>> 15 ^ words[at + 1] ^ b, 2246822507);
    hash = Math.imul(hash ^ hash >>> 15 ^ words[at + 2] ^ c, 3266489909);
    hash = Math.imul(hash ^ hash >>> 15 ^ words[at + 3] ^ d, 668265263);
    return (hash ^ hash >>> 15) & size - 1;
  }
  function find(words, at) {
    for (let slot = slotOf(words, at); ; slot = slot + 1 & size - 1) {
      const place = slot * SLOT_WORDS;
      if (slots[place + 4] === 0) return place;
      if (slots[place] === words[at] && slots[place + 1] === words[at + 1] && slots[place + 2] === words[at + 2] && slots[place + 3] === words[at + 3]) {
        return place;
      }
    }
  }
  function grow() {
    const old = slots;
    size *= 2;
    slots = new Uint32Array(size * SLOT_WORDS);
    for (let place = 0; place < old.length; place += SLOT_WORDS) {
      if (old[place + 4] === 0) continue;
      slots.set(old.subarray(place, place + SLOT_WORDS), find(old, place));
    }
  }
  function ofUuid(words, at) {
    let place = find(words, at);
    const known = slots[place + 4];
    if (known !== 0) return known - 1;
    if (count * 2 >= size) {
      grow();
      place = find(words, at);
    }
    for (let word = 0; word < 4; word++) slots[place + word] = words[at + word];
    count += 1;
    slots[place + 4] = count;
    return count - 1;
  }
  function ofText(id2) {
    if (isUuid(id2)) {
      writeUuid(id2, own, 0);
      return ofUuid(own, 0);
    }
    const known = texts.get(id2);
    if (known !== void 0) return known;
    texts.set(id2, count);
    count += 1;
    return count - 1;
  }
  return { ofUuid, ofText };
}

// server/src/store/chunks/read-chunk.ts
var MAX_SHARED = 1e5;
function createChunkReader({ from, to }) {
  const people = createPersonNumbers();
  const kinds = createShared((text2) => {
    const blank = text2.indexOf(" ");
    const nameEnd = blank + 1 + Number(text2.slice(0, blank));
    return new StoredKind(text2.slice(blank + 1, nameEnd), text2.slice(nameEnd));
  });
  const contexts = createShared(toContext);
  const arrays = {
    people: new Uint32Array(PART_EVENTS),
    starts: new Uint32Array(PART_EVENTS + 1),
    times: new Float64Array(PART_EVENTS),
    kinds: new Uint16Array(PART_EVENTS),
    contexts: new Uint16Array(PART_EVENTS)
  };
  return {
    /**
     * Returns null for bytes in the format of another version or machine.
     *
     * @param firstAt the time of the first event
     * @param lastAt the time of the last event
     */
    read(bytes2, { firstAt, lastAt }) {
      const sections = split(bytes2);
      if (!sections) return null;
      const { tables, ...columns } = sections;
      fillPeople(columns.uuids, tables.people);
      fillColumns(columns);
      const [persons, events] = [columns.counts.length, columns.times.length];
      const isInside = (from === null || firstAt >= from) && (to === null || lastAt <= to);
      const kept = isInside ? { persons, events } : keepRange(persons);
      return {
        people: arrays.people.subarray(0, kept.persons),
        starts: arrays.starts.subarray(0, kept.persons + 1),
        times: arrays.times.subarray(0, kept.events),
        kinds: arrays.kinds.subarray(0, kept.events),
        kindTable: tables.kinds.map(kinds),
        contexts: arrays.contexts.subarray(0, kept.events),
        contextTable: tables.contexts.map(contexts)
      };
    },
    /** Returns whether some event may have occurred in the range. */
    overlaps: ({ firstAt, lastAt }) => (from === null || lastAt >= from) && (to === null || firstAt <= to)
  };
  function fillPeople(uuids, texts) {
    for (let at = 0; at < uuids.length; at += 4) arrays.people[at >> 2] = people.ofUuid(uuids, at);
    for (let at = 0; at < texts.length; at++) arrays.people[at] = people.ofText(texts[at] ?? "");
  }
  function fillColumns({ base, times, counts, kinds: own, runLengths, runContexts }) {
    arrays.kinds.set(own);
    const { times: ownTimes, starts } = arrays;
    for (let event = 0; event < times.length; event++) {
      ownTimes[event] = base + times[event];
    }
    for (let person = 0, end = 0; person < counts.length; person++) {
      end += counts[person];
      starts[person + 1] = end;
    }
    for (let run = 0, end = 0; run < runLengths.length; run++) {
      const start = end;
      end += runLengths[run] ?? 0;
      arrays.contexts.fill(runContexts[run] ?? 0, start, end);
    }
  }
  function keepRange(persons) {
    const { starts, times } = arrays;
    let [keptPeople, kept, event] = [0, 0, 0];
    for (let person = 0; person < persons; person++) {
      const before = kept;
      for (const end = starts[person + 1] ?? 0; event < end; event++) {
        const time = times[event] ?? 0;
        if (from !== null && time < from || to !== null && time > to) continue;
        times[kept] = time;
        arrays.kinds[kept] = arrays.kinds[event] ?? 0;
        arrays.contexts[kept] = arrays.contexts[event] ?? 0;
        kept += 1;
      }
      if (kept === before) continue;
      arrays.people[keptPeople] = arrays.people[person] ?? 0;
      keptPeople += 1;
      starts[keptPeople] = kept;
    }
    return { persons: keptPeople, events: kept };
  }
}
function split(bytes2) {
  if (bytes2.byteLength < HEADER_BYTES) return null;
  const { buffer, byteOffset } = bytes2.byteOffset % 8 === 0 ? bytes2 : bytes2.slice();
  const header = new Uint32Array(buffer, byteOffset, 7);
  const [format, total, events = 0, people = 0, flags = 0, runs = 0, tableBytes = 0] = header;
  if (format !== FORMAT || total !== bytes2.byteLength) return null;
  const has = (flag) => (flags & flag) !== 0;
  let at = byteOffset + HEADER_BYTES;
  const next = (type, length) => {
    const section = new type(buffer, at, length);
    at += length * type.BYTES_PER_ELEMENT;
    return section;
  };
  const isWide = has(FLAGS.wideTimes);
  return {
    base: isWide ? 0 : new Float64Array(buffer, byteOffset + HEADER_BYTES - 8, 1)[0] ?? 0,
    times: isWide ? next(Float64Array, events) : next(Uint32Array, events),
    uuids: next(Uint32Array, has(FLAGS.textPeople) ? 0 : people * 4),
    counts: next(Uint16Array, people),
    runLengths: next(Uint16Array, runs),
    runContexts: next(Uint16Array, runs),
    kinds: has(FLAGS.wideKinds) ? next(Uint16Array, events) : next(Uint8Array, events),
    tables: JSON.parse(new TextDecoder().decode(next(Uint8Array, tableBytes)))
  };
}
var StoredKind = class {
  name;
  #text;
  #properties;
  constructor(name, text2) {
    this.name = name;
    this.#text = text2;
  }
  get properties() {
    this.#properties ??= JSON.parse(this.#text);
    return this.#properties;
  }
};
function toContext(text2) {
  const values = JSON.parse(text2);
  const [path = null, referrerHost = null, utmSource = null, utmMedium = null] = values;
  const [, , , , utmCampaign = null, utmTerm = null, utmContent = null, viewport = null] = values;
  return {
    path,
    referrerHost,
    utmSource,
    utmMedium,
    utmCampaign,
    utmTerm,
    utmContent,
    viewport
  };
}
function createShared(make) {
  const shared = /* @__PURE__ */ new Map();
  return (text2) => {
    const known = shared.get(text2);
    if (known !== void 0) return known;
    if (shared.size === MAX_SHARED) shared.clear();
    const entry = make(text2);
    shared.set(text2, entry);
    return entry;
  };
}

// server/src/store/sqlite/reports/scan.ts
function scanEvents(db, range, visit, { onProgress, again } = {}) {
  const selectEnds = db.prepare(
    "SELECT (SELECT min(seq) FROM events) AS first, (SELECT max(seq) FROM events) AS last"
  );
  const { rowsOf: rowsOf2, storedTimes: storedTimes2, bytesOf: bytesOf2 } = prepareChunks(db);
  const reader2 = createChunkReader(range);
  function read(part, times) {
    const stored = times.get(part);
    if (stored) {
      if (!reader2.overlaps(stored)) return null;
      const bytes2 = bytesOf2(part);
      const chunk = bytes2 && reader2.read(bytes2, stored);
      if (chunk) return chunk;
    }
    const encoded = encodeChunk(rowsOf2(part));
    return encoded && reader2.read(encoded.bytes, encoded);
  }
  function scan() {
    const { first, last } = selectEnds.get() ?? {};
    if (first == null || last == null) return;
    const times = storedTimes2();
    for (let part = partOf(first); part <= partOf(last); part++) {
      const chunk = read(part, times);
      if (chunk && chunk.people.length > 0) visit(chunk);
      const [, through] = seqsOf(part);
      onProgress?.(Math.min(through, last) - first + 1, last - first + 1);
    }
  }
  db.transaction(() => {
    do
      scan();
    while (again?.());
  })();
}

// server/src/store/sqlite/reports/reader.ts
function openSqliteReader(file2) {
  if (!existsSync(file2)) return null;
  const db = new Sqlite(file2, { readonly: true, fileMustExist: true });
  return {
    async scanEvents(range, visit, options) {
      scanEvents(db, range, visit, options);
    },
    async makeChunk(parts) {
      return makeNextChunk(db, parts);
    },
    async countSignups(range) {
      return countSignups(db, range);
    },
    async countDecisions(range) {
      return countDecisions(db, range);
    },
    async countPages(range) {
      return countPages(db, range);
    },
    async findSignups(query) {
      return findSignups(db, query);
    },
    async latestEvents(limit) {
      return latestEvents(db, limit);
    },
    exportRows: (table, range, onProgress) => exportRows(db, table, range, onProgress),
    async deliveryState() {
      return readDeliveryState(db);
    },
    async close() {
      db.close();
    }
  };
}

// server/src/store/postgres/connection/pool.ts
import { DatabaseError, Pool } from "pg";

// server/src/store/store.ts
var StoreUnavailableError = class extends Error {
  name = "StoreUnavailableError";
};

// server/src/store/postgres/connection/column-types.ts
import { customType } from "drizzle-orm/pg-core";
import { types } from "pg";
var { INT8, DATE, TIMESTAMPTZ } = types.builtins;
var instant = customType({
  dataType: () => "timestamp (3) with time zone",
  toDriver: toTimestamp,
  fromDriver: fromTimestamp
});
var id = customType({ dataType: () => 'text COLLATE "C"' });
var bytes = customType({ dataType: () => "bytea" });
function toTimestamp(ms) {
  const time = new Date(ms);
  const year = time.getUTCFullYear();
  if (year > 0 && year < 1e4) return time.toISOString();
  const [, rest = ""] = /^[+-]?\d+(-.*)$/.exec(time.toISOString()) ?? [];
  const years = String(year > 0 ? year : 1 - year).padStart(4, "0");
  return `${years}${rest}${year > 0 ? "" : " BC"}`;
}
var toTimestampOrNull = (ms) => ms === null ? null : toTimestamp(ms);
var parseTimestamp = types.getTypeParser(TIMESTAMPTZ);
function fromTimestamp(text2) {
  return parseTimestamp(text2).getTime();
}
var columnTypes = {
  ...types,
  getTypeParser: ((oid, format) => {
    if (oid === TIMESTAMPTZ) return fromTimestamp;
    if (oid === DATE) return (text2) => text2;
    if (oid === INT8) return Number;
    return types.getTypeParser(oid, format);
  })
};

// server/src/store/postgres/connection/pool.ts
var MAX_CONNECTIONS = 6;
var CONNECT_TIMEOUT_MS = 5e3;
var KEEP_ALIVE_MS = 1e4;
var QUERY_TIMEOUT_MS = 15e3;
var LOCK_TIMEOUT_MS = 5e3;
var STATEMENT_TIMEOUT_MS = 1e4;
var IDLE_TIMEOUT_MS = 1e4;
var SitePool = class extends Pool {
  #lockTimeoutMs;
  constructor(config, lockTimeoutMs) {
    super(config);
    this.#lockTimeoutMs = Math.max(1, lockTimeoutMs);
  }
  /**
   * The statement that begins a transaction. Each later statement sees everything committed before it, so a read after
   * a lock sees what the lock's previous owner wrote. The server ends transactions that take too long, and releases the
   * locks of a stalled process.
   *
   * @param idleTimeoutMs the longest time between two statements
   */
  begin(idleTimeoutMs = IDLE_TIMEOUT_MS) {
    return `BEGIN ISOLATION LEVEL READ COMMITTED;
      SET LOCAL lock_timeout = ${this.#lockTimeoutMs};
      SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS};
      SET LOCAL idle_in_transaction_session_timeout = ${idleTimeoutMs}`;
  }
};
function openPool(url, {
  lockTimeoutMs = LOCK_TIMEOUT_MS,
  maxConnections = MAX_CONNECTIONS,
  queryTimeoutMs = QUERY_TIMEOUT_MS
} = {}) {
  const config = {
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    fallback_application_name: "dubkit",
    // A transaction sends its statements without waiting for the answer to BEGIN.
    pipeline: true,
    types: columnTypes
  };
  const pool = new SitePool(config, lockTimeoutMs);
  pool.on("error", () => {
  });
  pool.on("connect", (client) => client.on("error", () => {
  }));
  return pool;
}
var UNAVAILABLE = /^(08|28|3D|53|57|58)|^(40001|40P01|55P03|25006|25P03|42501|XX00[12])$/;
var DRIVER = /^(Connection terminated|timeout exceeded|Query read timeout|Client (has|was))/;
function asUnavailable(error) {
  if (!(error instanceof Error) || error instanceof StoreUnavailableError) return error;
  const code = "code" in error ? String(error.code) : "";
  const unavailable = error instanceof DatabaseError ? UNAVAILABLE.test(code) : "syscall" in error || error instanceof AggregateError || DRIVER.test(error.message);
  return unavailable ? new StoreUnavailableError(code || "CONNECTION_LOST", { cause: error }) : error;
}

// server/src/store/postgres/connection/transaction.ts
async function rollBack(client) {
  const broken = await client.query("ROLLBACK").then(
    () => false,
    () => true
  );
  client.release(broken);
}
async function ask(pool, text2, values = []) {
  try {
    return (await pool.query(text2, values)).rows;
  } catch (error) {
    throw asUnavailable(error);
  }
}

// server/src/store/postgres/relay/delivery-state.ts
var DEAD_LETTERS_SHOWN2 = 20;
var MAX_COUNTED2 = 1e4;
async function readDeliveryState2(pool) {
  const [states, counts, deadLetters] = await Promise.all([
    ask(
      pool,
      `SELECT (SELECT count(*) FROM (SELECT 1 FROM events WHERE seq > last_seq LIMIT ${MAX_COUNTED2 + 1}) AS first) AS waiting,
         (SELECT max(seq) FROM events) - last_seq AS span,
         (SELECT received_at FROM events WHERE seq > last_seq ORDER BY seq LIMIT 1) AS "waitingSince",
         (SELECT count(*) FROM relay_dead_letters) AS "setAside",
         delivered_at AS "deliveredAt", failure, failed_at AS "failedAt"
       FROM relay_state`
    ),
    ask(pool, "SELECT outcome, count FROM relay_counts"),
    ask(
      pool,
      `SELECT events.id AS "eventId", reason, set_aside_at AS at
       FROM relay_dead_letters JOIN events USING (seq) ORDER BY seq DESC LIMIT $1`,
      [DEAD_LETTERS_SHOWN2]
    )
  ]);
  const [state] = states;
  const byOutcome = new Map(counts.map(({ outcome, count }) => [outcome, count]));
  const countOf = (outcome) => byOutcome.get(outcome) ?? 0;
  return {
    waiting: waitingOf(state),
    waitingSince: state?.waitingSince ?? null,
    delivered: countOf("delivered"),
    deliveredAt: state?.deliveredAt ?? null,
    skipped: {
      no_grant: countOf("no_grant"),
      withdrawn: countOf("withdrawn"),
      expired: countOf("expired"),
      other_recipient: countOf("other_recipient")
    },
    setAside: state?.setAside ?? 0,
    deadLetters,
    failure: state?.failure == null ? null : { reason: state.failure, at: state.failedAt ?? 0 }
  };
}
function waitingOf(state) {
  const counted = state?.waiting ?? 0;
  return counted > MAX_COUNTED2 ? state?.span ?? counted : counted;
}

// server/src/store/postgres/reports/chunks.ts
var READ = {
  occurred_at: "round(extract(epoch FROM occurred_at) * 1000)::bigint",
  properties: "properties::text"
};
var SELECT_ROWS = `SELECT ${CHUNK_COLUMNS.map((name) => READ[name] ?? name).join(", ")}
  FROM events WHERE seq > $1 AND seq <= $2 ORDER BY seq`;
var SELECT_BYTES = {
  text: "SELECT bytes FROM event_chunks WHERE part = $1",
  binary: true,
  types: { getTypeParser: () => (value) => value }
};
async function rowsOf(tx, part) {
  const { rows } = await tx.query({ text: SELECT_ROWS, values: seqsOf(part), rowMode: "array" });
  return rows;
}
async function storedTimes(tx) {
  const { rows } = await tx.query(
    'SELECT part, first_at AS "firstAt", last_at AS "lastAt" FROM event_chunks'
  );
  return new Map(rows.map((row) => [row.part, row]));
}
async function bytesOf(tx, part) {
  const query = { ...SELECT_BYTES, values: [part] };
  const { rows } = await tx.query(query);
  return rows[0]?.bytes ?? null;
}
async function makeNextChunk2(tx, { from, to }) {
  const stored = await storedTimes(tx);
  for (let part = from; part < to; part++) {
    if (stored.has(part)) continue;
    const [before] = seqsOf(part);
    const { rows } = await tx.query(
      "SELECT min(seq) AS next FROM events WHERE seq > $1",
      [before]
    );
    const next = rows[0]?.next;
    if (next == null) return null;
    if (partOf(next) > part) part = partOf(next) - 1;
    else return makeChunk(part, await rowsOf(tx, part));
  }
  return null;
}

// server/src/store/postgres/reports/counts.ts
var within2 = (column) => `($1::timestamptz IS NULL OR ${column} >= $1) AND ($2::timestamptz IS NULL OR ${column} <= $2)`;
var timesOf = ({ from, to }) => [toTimestampOrNull(from), toTimestampOrNull(to)];
var dayOf = (column) => `(${column} AT TIME ZONE 'UTC')::date`;
var WITHIN_DAYS2 = `($1::timestamptz IS NULL OR day >= ${dayOf("$1::timestamptz")})
  AND ($2::timestamptz IS NULL OR day <= ${dayOf("$2::timestamptz")})`;
async function countSignups2(tx, range) {
  const { rows } = await tx.query(
    `SELECT ${dayOf("created_at")} AS day, signup_type AS type, count(*) AS count
     FROM notifyme_signups WHERE ${within2("created_at")} GROUP BY 1, 2 ORDER BY 1, signup_type COLLATE "C"`,
    timesOf(range)
  );
  return rows;
}
async function countDecisions2(tx, range) {
  const { rows } = await tx.query(
    `SELECT ${dayOf("recorded_at")} AS day, CASE WHEN analytics THEN 'granted' ELSE 'withdrawn' END AS decision,
       count(*) AS count
     FROM consents WHERE ${within2("recorded_at")} GROUP BY 1, 2
     UNION ALL
     SELECT day, 'refused', sum(count)::bigint FROM consent_refusals WHERE ${WITHIN_DAYS2} GROUP BY day
     ORDER BY 1, 2`,
    timesOf(range)
  );
  return rows;
}
async function countPages2(tx, range) {
  const { rows } = await tx.query(
    `SELECT day, path, count FROM page_counts WHERE ${WITHIN_DAYS2}
     ORDER BY day, count DESC, path COLLATE "C"`,
    timesOf(range)
  );
  return rows;
}

// server/src/store/postgres/reports/export-rows.ts
var PAGE_ROWS2 = 1e3;
var SOURCES2 = {
  signups: {
    table: "notifyme_signups",
    time: "created_at",
    columns: "id, name, email, youtube_channel, use_case, signup_type, created_at"
  },
  events: {
    table: "events",
    time: "occurred_at",
    columns: `seq, id, consent_id, session_id, name, properties::text AS properties, path, referrer_host, utm_source,
      utm_medium, utm_campaign, utm_term, utm_content, viewport, occurred_at, received_at`
  },
  consents: {
    table: "consents",
    time: "recorded_at",
    columns: `id, consent_id, revision, analytics::int AS analytics, source, language, text_hash, gpc::int AS gpc,
      decided_at, recorded_at`
  }
};
async function* exportRows2(tx, name, { from, to }, onProgress) {
  const { table, columns, time } = SOURCES2[name];
  const range = [toTimestampOrNull(from), toTimestampOrNull(to)];
  const ends = await tx.query(`SELECT max(seq) AS last FROM ${table}`);
  const all = ends.rows[0]?.last ?? 0;
  for (let after = 0; ; ) {
    const { rows: page } = await tx.query(
      `SELECT seq AS after, ${columns} FROM ${table}
       WHERE seq > $1 AND ($2::timestamptz IS NULL OR ${time} >= $2) AND ($3::timestamptz IS NULL OR ${time} <= $3)
       ORDER BY seq LIMIT ${PAGE_ROWS2}`,
      [after, ...range]
    );
    if (page.length > 0) yield page.map(({ after: _, ...row }) => row);
    if (page.length < PAGE_ROWS2) return;
    after = page.at(-1)?.after ?? after;
    onProgress?.(after, all);
  }
}

// server/src/store/postgres/reports/find-signups.ts
async function findSignups2(tx, query) {
  const { search, type, before, limit, offset } = query;
  const { like, capitals } = toSearchText(search ?? "");
  const found = ["name", "email", "youtube_channel", "use_case"].map((column) => `translate(${column}, $3, $4) LIKE $2`).join(" OR ");
  const matches = `($1::text IS NULL OR signup_type = $1) AND ($2::text IS NULL OR ${found})`;
  const letters = [capitals.keys(), capitals.values()].map((row) => [...row].join(""));
  const values = [type, search === null ? null : like, ...letters];
  const counted = await tx.query(
    `SELECT count(*) AS total FROM notifyme_signups WHERE ${matches}`,
    values
  );
  const { rows: signups } = await tx.query(
    `SELECT id, name, email, youtube_channel AS "youtubeChannel", use_case AS "useCase",
       signup_type AS "signupType", created_at AS "createdAt"
     FROM notifyme_signups
     WHERE ${matches} AND ($5::timestamptz IS NULL OR (created_at, id) < ($5, $6))
     ORDER BY created_at DESC, id DESC LIMIT $7 OFFSET $8`,
    [...values, toTimestampOrNull(before?.createdAt ?? null), before?.id ?? null, limit, offset]
  );
  return { signups, total: counted.rows[0]?.total ?? 0 };
}

// server/src/store/postgres/intake/event-row.ts
var EVENT_COLUMNS2 = `seq, id, consent_id AS "consentId", session_id AS "sessionId", name, properties, path,
  referrer_host AS "referrerHost", utm_source AS "utmSource", utm_medium AS "utmMedium",
  utm_campaign AS "utmCampaign", utm_term AS "utmTerm", utm_content AS "utmContent", viewport,
  occurred_at AS "occurredAt", received_at AS "receivedAt"`;
function toStoredEvent2(row) {
  const { id: id2, consentId, sessionId, name, properties: properties2, occurredAt, receivedAt } = row;
  const { path, referrerHost, utmSource, utmMedium, utmCampaign, utmTerm, utmContent } = row;
  const { viewport } = row;
  return {
    id: id2,
    consentId,
    sessionId,
    name,
    properties: properties2,
    context: {
      path,
      referrerHost,
      utmSource,
      utmMedium,
      utmCampaign,
      utmTerm,
      utmContent,
      viewport
    },
    occurredAt,
    receivedAt
  };
}

// server/src/store/postgres/reports/latest-events.ts
async function latestEvents2(tx, limit) {
  const { rows } = await tx.query(
    `SELECT ${EVENT_COLUMNS2} FROM events ORDER BY seq DESC LIMIT $1`,
    [limit]
  );
  return rows.map((row) => ({ seq: row.seq, ...toStoredEvent2(row) }));
}

// server/src/store/postgres/reports/scan.ts
var AHEAD = 4;
async function scanEvents2(tx, range, visit, { onProgress, again } = {}) {
  const reader2 = createChunkReader(range);
  const ends = await tx.query(
    "SELECT min(seq) AS first, max(seq) AS last FROM events"
  );
  const { first, last } = ends.rows[0] ?? {};
  if (first == null || last == null) return;
  const times = await storedTimes(tx);
  const request = (part) => {
    const stored = times.get(part);
    if (!stored || !reader2.overlaps(stored)) return Promise.resolve(null);
    const requested = bytesOf(tx, part);
    requested.catch(() => {
    });
    return requested;
  };
  async function read(part, bytes2) {
    const stored = times.get(part);
    if (stored && !reader2.overlaps(stored)) return null;
    const chunk = stored && bytes2 && reader2.read(bytes2, stored);
    if (chunk) return chunk;
    const encoded = encodeChunk(await rowsOf(tx, part));
    return encoded && reader2.read(encoded.bytes, encoded);
  }
  do {
    const ahead = [];
    for (let part = partOf(first); part <= partOf(last); part++) {
      while (ahead.length < AHEAD) ahead.push(request(part + ahead.length));
      const chunk = await read(part, await ahead.shift() ?? null);
      if (chunk && chunk.people.length > 0) visit(chunk);
      const [, through] = seqsOf(part);
      onProgress?.(Math.min(through, last) - first + 1, last - first + 1);
    }
  } while (again?.());
}

// server/src/store/postgres/reports/reader.ts
function openPostgresReader(url) {
  const pool = openPool(url, { maxConnections: 2, queryTimeoutMs: 0 });
  const read = (ask2) => inSnapshot(pool, ask2);
  return {
    scanEvents: (range, visit, options) => read((tx) => scanEvents2(tx, range, visit, options)),
    makeChunk: (parts) => read((tx) => makeNextChunk2(tx, parts)),
    countSignups: (range) => read((tx) => countSignups2(tx, range)),
    countDecisions: (range) => read((tx) => countDecisions2(tx, range)),
    countPages: (range) => read((tx) => countPages2(tx, range)),
    findSignups: (query) => read((tx) => findSignups2(tx, query)),
    latestEvents: (limit) => read((tx) => latestEvents2(tx, limit)),
    exportRows: (table, range) => eachInSnapshot(pool, (tx) => exportRows2(tx, table, range)),
    deliveryState: () => readDeliveryState2(pool),
    close: () => pool.end()
  };
}
async function* eachInSnapshot(pool, read) {
  try {
    const client = await pool.connect();
    try {
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      await endWithReader(client);
      yield* read(client);
    } finally {
      await rollBack(client);
    }
  } catch (error) {
    throw asUnavailable(error);
  }
}
async function endWithReader(tx) {
  await tx.query("SAVEPOINT setting");
  const name = "client_connection_check_interval";
  await tx.query(`SELECT set_config(name, '1000', true) FROM pg_settings WHERE name = '${name}'`).catch(() => tx.query("ROLLBACK TO SAVEPOINT setting"));
}
async function inSnapshot(pool, read) {
  const answers = eachInSnapshot(pool, async function* (tx) {
    yield await read(tx);
  });
  for await (const answer of answers) return answer;
  throw new Error("a question has one answer");
}

// shared/src/reports.ts
import { z as z4 } from "zod";

// shared/src/funnel.ts
import { z as z3 } from "zod";

// shared/src/limited-text.ts
import { z } from "zod";

// shared/src/uuid.ts
var uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

// shared/src/limited-text.ts
var limitedText = (max) => z.string().max(max, { abort: true });
var MAX_FORM = 64;
var uuidSchema = limitedText(MAX_FORM).regex(uuidPattern, "expected a UUID").toLowerCase();
var isoTimeSchema = limitedText(MAX_FORM).check(z.iso.datetime({ offset: true }));
var isoDaySchema = limitedText(MAX_FORM).check(
  z.iso.date("expected a day like 2026-03-14")
);

// shared/src/text.ts
function isStorableText(text2) {
  return !text2.includes("\0") && !/\p{Surrogate}/u.test(text2);
}

// shared/src/time-range.ts
import { z as z2 } from "zod";

// shared/src/limits.ts
var DAY_MS = 864e5;
var CONSENT_DAYS = 182;
var CONSENT_MS = CONSENT_DAYS * DAY_MS;
var MAX_EVENTS_BODY_BYTES = 256 * 1024;
var MAX_SIGNUP_BODY_BYTES = 64 * 1024;
var MAX_CONSENT_BODY_BYTES = 4 * 1024;

// shared/src/time-range.ts
var expected = "expected a day like 2026-03-14 or an ISO time like 2026-03-14T09:00:00Z (UTC)";
var timeSchema = (afterDay) => z2.union(
  [
    isoDaySchema.transform((day2) => Date.parse(day2) + afterDay),
    limitedText(64).check(z2.iso.datetime({ offset: true, local: true })).transform((time) => Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}Z`)),
    z2.int()
  ],
  expected
).nullable().default(null);
var rangeShape = { from: timeSchema(0), to: timeSchema(DAY_MS - 1) };
var rangeIssue = ({ from, to }) => from !== null && to !== null && from > to ? { code: "custom", path: ["from"], message: "expected a time before to" } : null;

// shared/src/funnel.ts
var FUNNEL_ORDERS = ["ordered", "strict", "unordered"];
var FUNNEL_BREAKDOWNS = ["utm_source", "viewport", "form_type", "referrer_host"];
var DEFAULT_WINDOW_SECONDS = 14 * 86400;
var MAX_FUNNEL_STEPS = 20;
var MAX_FUNNEL_EXCLUSIONS = 10;
var text = limitedText(200).min(1).refine(isStorableText, "has characters no database holds");
var propertyName = text.regex(/^[^"\\]+$/, "expected a name without quotes and backslashes");
var properties = z3.record(propertyName, z3.union([text, z3.number(), z3.boolean()]));
var stepSchema = z3.strictObject({
  /** Null matches any event. */
  event: text.nullable(),
  /** Each property must be present and equal as text: 25 equals "25", as in PostHog. */
  properties: properties.default({})
});
var exclusionSchema = z3.strictObject({
  event: text,
  properties: properties.default({}),
  /** Counted from 0. A person who did this between the two steps drops out. */
  fromStep: z3.int().min(0),
  toStep: z3.int().min(1)
});
var funnelQuerySchema = z3.object({
  order: z3.enum(FUNNEL_ORDERS).default("ordered"),
  /** The longest time from the first step to the last, inclusive. */
  windowSeconds: z3.number().positive().max(1e10).default(DEFAULT_WINDOW_SECONDS),
  steps: z3.array(stepSchema).min(1).max(MAX_FUNNEL_STEPS),
  exclusions: z3.array(exclusionSchema).max(MAX_FUNNEL_EXCLUSIONS).default([]),
  breakdown: z3.enum(FUNNEL_BREAKDOWNS).nullable().default(null),
  ...rangeShape
}).superRefine(({ order, steps, exclusions, ...range }, context2) => {
  const issue = rangeIssue(range);
  if (issue) context2.addIssue(issue);
  for (const [index, { fromStep, toStep }] of exclusions.entries()) {
    const path = ["exclusions", index];
    const last = steps.length - 1;
    if (fromStep >= toStep || toStep > last) {
      const message = `expected fromStep before toStep, both from 0 to ${last}`;
      context2.addIssue({ code: "custom", path, message });
    } else if (order === "unordered" && (fromStep > 0 || toStep < last)) {
      const message = `an unordered funnel has exclusions from step 0 to step ${last} only`;
      context2.addIssue({ code: "custom", path, message });
    }
  }
});

// shared/src/reports.ts
var EVENT_BREAKDOWNS = [...FUNNEL_BREAKDOWNS, "path"];
var rangeSchema = z4.object(rangeShape).superRefine((range, context2) => {
  const issue = rangeIssue(range);
  if (issue) context2.addIssue(issue);
});
var MAX_TRAFFIC_ROWS = 100;

// server/src/reports/once-per-entry.ts
var MAX_KNOWN = 1e5;
function oncePerEntry(compute) {
  const known = /* @__PURE__ */ new Map();
  const lookUp = (entry) => {
    const value = known.get(entry);
    if (value !== void 0) return value;
    if (known.size === MAX_KNOWN) known.clear();
    const computed = compute(entry);
    known.set(entry, computed);
    return computed;
  };
  return (table) => table.map(lookUp);
}

// server/src/reports/event-field.ts
var context = (name) => ({
  of: "context",
  read: (of) => of[name]
});
var property = (name) => ({
  of: "kind",
  read: ({ properties: properties2 }) => toText(Object.hasOwn(properties2, name) ? properties2[name] : null)
});
var EVENT_FIELDS = {
  utm_source: context("utmSource"),
  utm_medium: context("utmMedium"),
  utm_campaign: context("utmCampaign"),
  utm_content: context("utmContent"),
  viewport: context("viewport"),
  referrer_host: context("referrerHost"),
  path: context("path"),
  form_type: property("form_type")
};
function toText(value) {
  if (value === null || value === void 0) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
function readField(field) {
  if (field?.of === "kind") {
    const valuesOf2 = oncePerEntry(field.read);
    return ({ kinds, kindTable }) => ({ places: kinds, values: valuesOf2(kindTable) });
  }
  const valuesOf = oncePerEntry(field ? field.read : () => null);
  return ({ contexts, contextTable }) => ({ places: contexts, values: valuesOf(contextTable) });
}

// server/src/reports/person-set.ts
var MANY = 1e3;
function createPersonSet() {
  let few = /* @__PURE__ */ new Set();
  let bits = new Uint32Array(0);
  let size = 0;
  function toBits(numbers) {
    few = null;
    size = 0;
    for (const person of numbers) add(person);
  }
  function add(person) {
    if (few) {
      few.add(person);
      size = few.size;
      if (size > MANY) toBits(few);
      return;
    }
    const word = person >>> 5;
    if (word >= bits.length) {
      const larger = new Uint32Array(word * 2 + 64);
      larger.set(bits);
      bits = larger;
    }
    const before = bits[word] ?? 0;
    const after = before | 1 << (person & 31);
    if (before === after) return;
    bits[word] = after;
    size += 1;
  }
  return { add, size: () => size };
}

// server/src/reports/count-traffic.ts
var MAX_COUNTED_VALUES = 1e5;
async function countTraffic(reader2, { from, to, by }, field) {
  const names = createSums();
  const rows = createSums(MAX_COUNTED_VALUES);
  const readValues = readField(field);
  const isSignup = oncePerEntry(signsUp);
  await reader2.scanEvents({ from, to }, (chunk) => {
    const signups = isSignup(chunk.kindTable);
    const { places, values } = readValues(chunk);
    names.add(chunk, chunk.kinds, chunk.kindTable.map(({ name }) => name), signups);
    rows.add(chunk, places, values, signups);
  });
  const listed = rows.list().map(([value, sum]) => ({ value, ...sum })).sort((a, b) => b.people - a.people || compare(a.value ?? "", b.value ?? ""));
  const shown = listed.slice(0, MAX_TRAFFIC_ROWS);
  return {
    events: names.list().map(([name, { events, people }]) => ({ name, count: events, people })).sort((a, b) => b.count - a.count || compare(a.name, b.name)),
    by,
    rows: shown,
    ...listed.length > shown.length && { more: listed.length - shown.length }
  };
}
var signsUp = ({ name, properties: properties2 }) => name === "form_submit" && properties2["event_label"] === "success";
var compare = (a, b) => a < b ? -1 : 1;
function createSums(limit = Number.POSITIVE_INFINITY) {
  const sums = /* @__PURE__ */ new Map();
  const sumOf = (value) => {
    const known = sums.get(value);
    if (known) return known;
    if (sums.size >= limit) return null;
    const sum = { events: 0, people: createPersonSet(), signedUp: createPersonSet() };
    sums.set(value, sum);
    return sum;
  };
  return {
    /**
     * @param places for each event, a place in `values`
     * @param signups for each kind, whether it is a signup
     */
    add({ people, starts, kinds }, places, values, signups) {
      const counts = new Uint32Array(values.length);
      for (const place of places) counts[place] = counts[place] + 1;
      const own = values.map((value, place) => counts[place] === 0 ? null : sumOf(value));
      for (const [place, sum] of own.entries()) if (sum) sum.events += counts[place];
      const latest = new Int32Array(values.length).fill(-1);
      for (let at = 0; at < people.length; at++) {
        const person = people[at];
        const end = starts[at + 1];
        for (let event = starts[at]; event < end; event++) {
          const place = places[event];
          if (latest[place] !== at) {
            latest[place] = at;
            own[place]?.people.add(person);
          }
          if (signups[kinds[event]]) own[place]?.signedUp.add(person);
        }
      }
    },
    list: () => Array.from(sums, ([value, { events, people, signedUp }]) => {
      const counted = { events, people: people.size(), signups: signedUp.size() };
      return [value, counted];
    })
  };
}

// server/src/reports/count-events.ts
async function countEvents(reader2, { breakdown, from, to, onProgress }) {
  const readValues = readField(breakdown === null ? null : EVENT_FIELDS[breakdown]);
  const counts = /* @__PURE__ */ new Map();
  await reader2.scanEvents(
    { from, to },
    (chunk) => {
      const { places, values } = readValues(chunk);
      const { times, kinds, kindTable } = chunk;
      const own = /* @__PURE__ */ new Map();
      const [ofKind, ofDay] = [values.length, values.length * kindTable.length];
      for (let event = 0; event < times.length; event++) {
        const day2 = Math.floor((times[event] ?? 0) / DAY_MS);
        const key = day2 * ofDay + (kinds[event] ?? 0) * ofKind + (places[event] ?? 0);
        own.set(key, (own.get(key) ?? 0) + 1);
      }
      for (const [key, count] of own) {
        const dayNumber = Math.floor(key / ofDay);
        const rest = key - dayNumber * ofDay;
        const name = kindTable[Math.floor(rest / ofKind)]?.name ?? "";
        const value = values[rest % ofKind] ?? null;
        const day2 = utcDay(dayNumber * DAY_MS);
        const sumKey = JSON.stringify([day2, name, value]);
        const sum = counts.get(sumKey) ?? { day: day2, name, value, count: 0 };
        sum.count += count;
        counts.set(sumKey, sum);
      }
    },
    { onProgress }
  );
  return [...counts].sort(([a], [b]) => a < b ? -1 : 1).map(([, count]) => count);
}

// server/src/reports/journey-heap.ts
var BLOCK_BITS = 12;
var BLOCK_EVENTS = 2 ** BLOCK_BITS;
var IN_BLOCK = BLOCK_EVENTS - 1;
var SHELF_BITS = 6;
var SHELVES = 2 ** SHELF_BITS;
function createJourneyHeap({ parts, index }, every, limits) {
  const shelves = Array.from({ length: SHELVES }, createShelf);
  const touches = createFirstTouches();
  let count = 0;
  let people = 0;
  return {
    /** Returns false when there is no room. The events of one person always fit. */
    add({ people: own, starts, times, kinds, met, touches: values }) {
      for (let place = 0; place < own.length; place++) {
        const person = own[place];
        if (parts > 1 && person % parts !== index) continue;
        const shelf = shelves[person % SHELVES];
        let added = 0;
        const end = starts[place + 1];
        for (let event = starts[place]; event < end; event++) {
          const bits = met[kinds[event]];
          if (bits === 0 && !every) continue;
          shelf.addEvent(times[event], bits);
          added += 1;
          if (values) touches.add(person, times[event], values, event);
        }
        if (added === 0) continue;
        if (shelf.endRun(person >> SHELF_BITS)) people += 1;
        count += added;
        if (count > limits.maxEvents && people > 1) return false;
      }
      return true;
    },
    /** Calls `visit` once for each person, with the same journey each time. */
    visit(visit) {
      const size = 256;
      const journey = {
        length: 0,
        times: new Float64Array(size),
        met: new Int32Array(size),
        firstTouch: null
      };
      for (const [at, shelf] of shelves.entries()) {
        shelf.visit(journey, (place) => {
          putInOrder(journey);
          journey.firstTouch = touches.of(place * SHELVES + at);
          visit(journey);
        });
      }
    }
  };
}
function createShelf() {
  const blocks = [];
  let count = 0;
  let ends = new Int32Array(256);
  let previous = new Int32Array(256);
  let runs = 0;
  let latest = new Int32Array(256);
  function append(journey, run) {
    const end = ends[run];
    let { length } = journey;
    for (let event = run === 0 ? 0 : ends[run - 1]; event < end; event++, length++) {
      if (length === journey.times.length) {
        journey.times = enlarged(journey.times, new Float64Array(length * 2));
        journey.met = enlarged(journey.met, new Int32Array(length * 2));
      }
      const block = blocks[event >> BLOCK_BITS];
      journey.times[length] = block.times[event & IN_BLOCK];
      journey.met[length] = block.met[event & IN_BLOCK];
    }
    journey.length = length;
  }
  return {
    addEvent(time, bits) {
      const at = count & IN_BLOCK;
      if (at === 0) {
        blocks.push({ times: new Float64Array(BLOCK_EVENTS), met: new Int32Array(BLOCK_EVENTS) });
      }
      const block = blocks[count >> BLOCK_BITS];
      block.times[at] = time;
      block.met[at] = bits;
      count += 1;
    },
    /** Makes a run of the events that were added last. Returns whether it is the person's first. */
    endRun(place) {
      if (runs === ends.length) {
        ends = enlarged(ends, new Int32Array(runs * 2));
        previous = enlarged(previous, new Int32Array(runs * 2));
      }
      if (place >= latest.length) latest = enlarged(latest, new Int32Array(place * 2));
      const before = latest[place];
      ends[runs] = count;
      previous[runs] = before;
      runs += 1;
      latest[place] = runs;
      return before === 0;
    },
    /** Fills the journey of each person in turn. */
    visit(journey, onFilled) {
      const own = [];
      for (let place = 0; place < latest.length; place++) {
        let run = latest[place];
        if (run === 0) continue;
        journey.length = 0;
        for (; run > 0; run = previous[run - 1]) own.push(run - 1);
        for (let next = own.pop(); next !== void 0; next = own.pop()) append(journey, next);
        onFilled(place);
      }
    }
  };
}
function createFirstTouches() {
  let times = new Float64Array(0);
  let places = new Uint32Array(0);
  const values = [];
  const known = /* @__PURE__ */ new Map();
  return {
    add(person, time, { places: own, values: ownValues }, at) {
      const value = ownValues[own[at] ?? 0] ?? null;
      if (value === null) return;
      if (person >= places.length) {
        times = enlarged(times, new Float64Array(Math.max(1024, person * 2)));
        places = enlarged(places, new Uint32Array(times.length));
      }
      if (places[person] !== 0 && (times[person] ?? 0) <= time) return;
      times[person] = time;
      const place = known.get(value) ?? values.push(value);
      known.set(value, place);
      places[person] = place;
    },
    of: (person) => values[(places[person] ?? 0) - 1] ?? null
  };
}
function enlarged(from, to) {
  to.set(from);
  return to;
}
function putInOrder({
  length,
  times,
  met
}) {
  for (let place = 1; place < length; place++) {
    if ((times[place - 1] ?? 0) <= (times[place] ?? 0)) continue;
    const [ownTimes, ownMet] = [times.slice(0, length), met.slice(0, length)];
    const order = Uint32Array.from({ length }, (_, event) => event);
    order.sort((a, b) => (ownTimes[a] ?? 0) - (ownTimes[b] ?? 0) || a - b);
    for (let event = 0; event < length; event++) {
      times[event] = ownTimes[order[event] ?? 0] ?? 0;
      met[event] = ownMet[order[event] ?? 0] ?? 0;
    }
    return;
  }
}

// server/src/reports/match-event.ts
function matchConditions(conditions) {
  return (kind) => conditions.reduce((bits, one, index) => meets(kind, one) ? bits | 1 << index : bits, 0);
}
function meets(kind, { event, properties: properties2 }) {
  if (event !== null && event !== kind.name) return false;
  return Object.entries(properties2).every(
    ([name, value]) => equals(Object.hasOwn(kind.properties, name) ? kind.properties[name] : null, String(value))
  );
}
function equals(property2, text2) {
  if (typeof property2 === "string") return property2 === text2;
  if (typeof property2 === "boolean") return String(property2) === text2;
  return typeof property2 === "number" && String(Number(text2)) === text2 && property2 === Number(text2);
}

// server/src/reports/journeys.ts
var LIMITS = { maxEvents: 12e6 };
var split2 = ({ parts, index }) => [
  { parts: parts * 2, index },
  { parts: parts * 2, index: index + parts }
];
async function visitJourneys(reader2, { conditions, every, touch, from, to, onProgress }, visit, limits = LIMITS) {
  const metBy = oncePerEntry(matchConditions(conditions));
  const readTouches = touch ? readField(touch) : () => null;
  const left = [];
  let part = { parts: 1, index: 0 };
  let heap = createJourneyHeap(part, every, limits);
  let fits = true;
  await reader2.scanEvents(
    { from, to },
    (chunk) => {
      if (!fits) return;
      const met = Int32Array.from(metBy(chunk.kindTable));
      if (!every && met.every((bits) => bits === 0)) return;
      fits = heap.add({ ...chunk, met, touches: readTouches(chunk) });
    },
    {
      onProgress,
      again() {
        if (fits) heap.visit(visit);
        else left.push(...split2(part));
        const next = left.pop();
        if (!next) return false;
        part = next;
        heap = createJourneyHeap(part, every, limits);
        fits = true;
        return true;
      }
    }
  );
}

// server/src/services/funnel/ordered.ts
function orderedAttempts(rule) {
  const { steps, windowMs, strict, exclusions } = rule;
  const stepBits = 2 ** steps - 1;
  const hasExclusions = exclusions.some((bits) => bits !== 0);
  const began = new Float64Array(steps + 1);
  const spoilt = new Uint8Array(steps + 1);
  const takenBy = Array.from({ length: steps + 1 }, () => new Int32Array(steps));
  let journey;
  const best = { taken: 0, by: new Int32Array(steps), began: 0, spoilt: false };
  const timeOf = (event) => journey.times[event] ?? 0;
  const metBy = (event) => journey.met[event] ?? 0;
  const takesStep = (event, step) => (metBy(event) & 1 << step - 1) !== 0;
  const beganAt = (taken) => began[taken] ?? Number.NaN;
  function copyTo(target, taken, event) {
    const source = takenBy[taken];
    if (!source || !target) return;
    for (let step = 0; step < taken; step++) target[step] = source[step] ?? 0;
    target[taken] = event;
  }
  function hasTaken(taken, event) {
    for (let step = 0; step < taken; step++) if (takenBy[taken]?.[step] === event) return true;
    return false;
  }
  function isWaiting(taken, time) {
    const from = beganAt(taken);
    return time - from <= windowMs && beganAt(taken + 1) !== from;
  }
  function take(event, step) {
    const before = step - 1;
    if (!isWaiting(before, timeOf(event))) return;
    const isSpoilt = spoilt[before] === 1;
    if (!isSpoilt) {
      began[step] = beganAt(before);
      spoilt[step] = 0;
      copyTo(takenBy[step], before, event);
    }
    if (step > best.taken || step === best.taken && best.spoilt) {
      copyTo(best.by, before, event);
      best.taken = step;
      best.began = beganAt(before);
      best.spoilt = isSpoilt;
    }
  }
  function exclude(event) {
    const time = timeOf(event);
    for (let taken = steps - 1; taken > 0; taken--) {
      if ((metBy(event) & (exclusions[taken] ?? 0)) === 0) continue;
      if (spoilt[taken] === 1 || !isWaiting(taken, time)) continue;
      spoilt[taken] = 1;
      if (best.taken === taken && time - best.began <= windowMs) best.spoilt = true;
    }
  }
  function followOne(event) {
    if (hasExclusions) exclude(event);
    for (let step = steps; step > 0; step--) if (takesStep(event, step)) take(event, step);
    if (!strict) return;
    for (let step = 1; step <= steps; step++) {
      if (!takesStep(event, step)) began[step] = Number.NaN;
    }
  }
  function followInstant(first, end) {
    for (let step = 1; step <= steps; step++) {
      for (let event = first; event < end; event++) {
        if (takesStep(event, step) && !hasTaken(step - 1, event)) take(event, step);
      }
    }
  }
  function areAlike(first, end) {
    const met = metBy(first);
    const isExcluded = (event) => exclusions.map((bits) => (metBy(event) & bits) !== 0);
    for (let event = first + 1; event < end; event++) {
      if (((metBy(event) ^ met) & stepBits) !== 0) return false;
      if (hasExclusions && isExcluded(event).join() !== isExcluded(first).join()) return false;
    }
    return true;
  }
  return (ofOnePerson) => {
    journey = ofOnePerson;
    best.taken = 0;
    best.spoilt = false;
    began.fill(Number.NaN);
    for (let first = 0, end = 0; first < journey.length; first = end) {
      const time = timeOf(first);
      do
        end += 1;
      while (end < journey.length && timeOf(end) === time);
      began[0] = time;
      if (areAlike(first, end)) for (let event = first; event < end; event++) followOne(event);
      else followInstant(first, end);
      if (!Number.isNaN(beganAt(steps))) break;
    }
    const attempt = [];
    if (!best.spoilt)
      for (let step = 0; step < best.taken; step++) attempt.push(timeOf(best.by[step] ?? 0));
    return attempt;
  };
}

// server/src/services/funnel/rule.ts
function toRule({ order, windowSeconds, steps, exclusions }) {
  const bitsAt = (taken) => exclusions.reduce((bits, { fromStep, toStep }, index) => {
    const applies = fromStep < taken && taken <= toStep;
    return applies ? bits | 1 << steps.length + index : bits;
  }, 0);
  return {
    steps: steps.length,
    windowMs: windowSeconds * 1e3,
    strict: order === "strict",
    exclusions: Array.from({ length: steps.length }, (_, taken) => bitsAt(taken))
  };
}
var toConditions = ({ steps, exclusions }) => [...steps, ...exclusions].map(({ event, properties: properties2 }) => ({ event, properties: properties2 }));

// server/src/services/funnel/tally.ts
function createTally(steps) {
  const counts = Array.from({ length: steps }, () => 0);
  const durations = Array.from({ length: steps }, () => []);
  return {
    counts,
    durations,
    add(attempt) {
      for (const [step, time] of attempt.entries()) {
        counts[step] = (counts[step] ?? 0) + 1;
        if (step > 0) durations[step]?.push(time - (attempt[step - 1] ?? 0));
      }
    },
    result: (events) => events.map((event, step) => {
      const sorted = Float64Array.from(durations[step] ?? []).sort();
      return { event, count: counts[step] ?? 0, ...inSeconds(sorted) };
    })
  };
}
function mergeTallies(steps, tallies) {
  const [only2, ...others] = tallies;
  if (only2 && others.length === 0) return only2;
  const sum = createTally(steps);
  for (const { counts, durations } of tallies) {
    for (let step = 0; step < steps; step++) {
      sum.counts[step] = (sum.counts[step] ?? 0) + (counts[step] ?? 0);
      sum.durations[step] = (sum.durations[step] ?? []).concat(durations[step] ?? []);
    }
  }
  return sum;
}
function inSeconds(sorted) {
  const { length } = sorted;
  if (length === 0) return { averageSeconds: null, medianSeconds: null };
  const [low = 0, high = 0] = [sorted[length - 1 >> 1], sorted[length >> 1]];
  return {
    averageSeconds: sorted.reduce((sum, duration) => sum + duration, 0) / length / 1e3,
    medianSeconds: (low + high) / 2 / 1e3
  };
}

// server/src/services/funnel/unordered.ts
function unorderedAttempts({ steps, windowMs }) {
  return (journey) => {
    const held = createHeld(journey, steps);
    let best = [];
    let first = [];
    const keepBest = () => {
      if (held.completed() > best.length) best = held.times();
    };
    for (let event = 0; event < journey.length && best.length < steps; event++) {
      const time = journey.times[event] ?? 0;
      while (held.completed() === steps || time - held.oldest() > windowMs) {
        keepBest();
        held.dropOldest();
      }
      const met = (journey.met[event] ?? 0) & 2 ** steps - 1;
      if (met === 0) held.clear();
      else held.add(event, met);
      if (met !== 0 && first.length === 0) first = [time];
    }
    keepBest();
    return best.length > 0 ? best : first;
  };
}
function createHeld({ times }, steps) {
  const queues = Array.from({ length: steps }, () => []);
  const timeOf = (event) => event === void 0 ? Number.NaN : times[event] ?? 0;
  const fronts = () => queues.filter((queue) => queue.length > 0).map(([event]) => timeOf(event));
  const oldest = () => fronts().reduce((a, b) => b >= a ? a : b, Number.NaN);
  return {
    completed: () => queues.filter((queue) => queue.length > 0).length,
    /** The times of the first event of each step taken, in ascending order. */
    times: () => fronts().sort((a, b) => a - b),
    oldest,
    dropOldest() {
      const time = oldest();
      queues.find(([event]) => timeOf(event) === time)?.shift();
    },
    /**
     * An event that meets several steps counts for one that was not taken yet, or else for the one taken the longest
     * ago.
     */
    add(event, met) {
      const candidates = queues.filter((_, step) => (met & 1 << step) !== 0);
      const latest = (queue) => queue.length === 0 ? -Infinity : timeOf(queue.at(-1));
      candidates.sort((a, b) => latest(a) - latest(b))[0]?.push(event);
    },
    clear() {
      for (const queue of queues) queue.length = 0;
    }
  };
}

// server/src/services/funnel/count-funnel.ts
var MAX_BREAKDOWN_VALUES = 25;
async function countFunnel(reader2, query, onProgress) {
  const { order, from, to, breakdown, steps } = query;
  const rule = toRule(query);
  const findAttempt = order === "unordered" ? unorderedAttempts(rule) : orderedAttempts(rule);
  const tallies = /* @__PURE__ */ new Map();
  const journeys = {
    conditions: toConditions(query),
    every: order === "strict",
    touch: breakdown && EVENT_FIELDS[breakdown],
    from,
    to,
    onProgress
  };
  await visitJourneys(reader2, journeys, (journey) => {
    const attempt = findAttempt(journey);
    if (attempt.length === 0) return;
    const tally = tallies.get(journey.firstTouch) ?? createTally(steps.length);
    tallies.set(journey.firstTouch, tally);
    tally.add(attempt);
  });
  const events = steps.map(({ event }) => event);
  const merge = (some) => mergeTallies(steps.length, some).result(events);
  const all = merge([...tallies.values()]);
  if (breakdown === null) return { steps: all, breakdown: [], others: null };
  const sorted = [...tallies].sort(
    ([
      a,
      {
        counts: [countA = 0]
      }
    ], [
      b,
      {
        counts: [countB = 0]
      }
    ]) => countB - countA || ((a ?? "") < (b ?? "") ? -1 : 1)
  );
  const rest = sorted.splice(MAX_BREAKDOWN_VALUES);
  return {
    steps: all,
    breakdown: sorted.map(([value, tally]) => ({ value, steps: tally.result(events) })),
    others: rest.length === 0 ? null : { values: rest.length, steps: merge(rest.map(([, tally]) => tally)) }
  };
}

// shared/src/site-funnels.ts
var seen = (section_name) => ({
  label: `${section_name} viewed`,
  event: "section_view",
  properties: { section_name }
});
var SITE_FUNNEL = [
  seen("hero"),
  seen("pipeline"),
  seen("benefits"),
  seen("signup"),
  { label: "call to action pressed", event: "button_click", properties: {} },
  { label: "signed up", event: "form_submit", properties: { event_label: "success" } }
];

// ../../../tmp/scan10m/ask.mts
var [, , file] = process.argv;
var reader = file.startsWith("postgres") ? openPostgresReader(file) : openSqliteReader(file);
var now = Date.now();
var signup = [SITE_FUNNEL[3], SITE_FUNNEL[5]].map(({ event, properties: properties2 }) => ({ event, properties: properties2 }));
var six = SITE_FUNNEL.map(({ event, properties: properties2 }) => ({ event, properties: properties2 }));
var any = { to: null, from: null };
var day = 864e5;
var jobs = {
  scan: () => reader.scanEvents(any, () => {
  }),
  "traffic 12m": () => countTraffic(reader, { ...any, by: "utm_source" }, EVENT_FIELDS.utm_source),
  "traffic 30d": () => countTraffic(reader, { from: now - 30 * day, to: null, by: "utm_source" }, EVENT_FIELDS.utm_source),
  "signup 12m": () => countFunnel(reader, funnelQuerySchema.parse({ steps: signup })),
  "signup 30d": () => countFunnel(reader, funnelQuerySchema.parse({ steps: signup, from: now - 30 * day })),
  "six 12m": () => countFunnel(reader, funnelQuerySchema.parse({ steps: six })),
  "six by source 12m": () => countFunnel(reader, funnelQuerySchema.parse({ steps: six, breakdown: "utm_source" })),
  "six strict 12m": () => countFunnel(reader, funnelQuerySchema.parse({ steps: six, order: "strict" })),
  "six unordered 12m": () => countFunnel(reader, funnelQuerySchema.parse({ steps: six, order: "unordered" })),
  "events 12m": () => countEvents(reader, { ...any, breakdown: "path" })
};
var only = process.argv[3];
for (const [name, job] of Object.entries(jobs)) {
  if (only && !name.includes(only)) continue;
  const times = [];
  for (let i = 0; i < Number(process.argv[4] ?? 5); i++) {
    const t = process.cpuUsage();
    await job();
    const c = process.cpuUsage(t);
    times.push((c.user + c.system) / 1e3);
  }
  console.log(name.padEnd(20), times.sort((a, b) => a - b).map((t) => t.toFixed(0)).join(" "), `${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`);
}
await reader.close();
