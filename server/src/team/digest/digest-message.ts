import {
  type Comparison,
  compareCounts,
  comparePeople,
  compareRates,
  describeChange,
} from '#shared/compare-figures';
import { escapeHtml } from '#shared/escape-html';
import {
  formatCount,
  formatInterval,
  formatShare,
  isKnownRate,
  NONE,
  plain,
} from '#shared/format-figures';
import { layOutMessage, link, linked, paragraph } from '#shared/message-layout';
import type { Site } from '#shared/site';
import { formatIsoMinute } from '#shared/time-buckets';
import type { DigestMail } from '../../mail/mail-sender.ts';
import { digestWords } from '../../words/server-messages.ts';
import type { Digest } from './digest.ts';

type TheSite = Pick<Site, 'brand' | 'url'>;

/** The later week's share of the time of both. */
const AS_LONG = 0.5;

/** @property compared null where there is nothing to compare with */
type Figure = [name: string, now: string, compared: string | null];

/** Returns a figure beside how it has changed and what it was in the week before, in the words of the console. */
function figure(name: string, comparison: Comparison, now = comparison.now): Figure {
  const { before } = comparison;
  return [name, now, describeChange(comparison) ?? (before === NONE ? null : before)];
}

function figuresOf({ week, before, isCompared, delivery }: Digest): Figure[] {
  const words = digestWords.figures;
  const { confirmed, conversion } = week;
  const figures: Figure[] = [
    figure(words.signups, comparePeople(week.signups, before.signups, AS_LONG)),
    // Those of last week still have time to confirm, so no test says whether they are fewer.
    ...(confirmed === null
      ? []
      : [figure(words.confirmed, compareCounts(confirmed, before.confirmed ?? 0))]),
    figure(
      words.conversion,
      compareRates(conversion, before.conversion),
      isKnownRate(conversion)
        ? words.interval({
            rate: formatShare(conversion.successes, conversion.trials),
            interval: formatInterval(conversion),
            people: formatCount(conversion.trials),
          })
        : NONE,
    ),
    figure(words.consent, compareRates(week.consent, before.consent)),
    figure(words.formErrors, compareRates(week.formErrors, before.formErrors)),
    figure(words.pages, compareCounts(week.pages, before.pages)),
    ...(delivery ? [[words.waiting, formatCount(delivery.waiting), null] satisfies Figure] : []),
  ];
  return figures.map(([name, now, compared]) => [name, now, isCompared ? compared : null]);
}

const MAX_CHANNELS = 8;
const MAX_LINES = 30;

function linesOf({ alerts, notes, zone }: Digest) {
  const day = (time: number) => formatIsoMinute(time, zone);
  const none = (lines: string[]) =>
    lines.length === 0 ? [digestWords.none] : lines.slice(0, MAX_LINES);
  return {
    alerts: none(
      alerts.map(({ text, raisedAt, clearedAt }) => {
        const from = day(raisedAt);
        const words = digestWords.alerts;
        return clearedAt === null
          ? words.raised({ from, text })
          : words.cleared({ from, to: day(clearedAt), text });
      }),
    ),
    notes: none(notes.map(({ at, text }) => digestWords.notes.row({ at: day(at), text }))),
  };
}

/** Returns a digest as text. The growth command prints it, and webhooks and mail send it. */
export function digestText({ brand, url }: TheSite, digest: Digest): string {
  const { days, channels, from, to, zone } = digest;
  const most = Math.max(1, ...days.map(({ signups }) => signups));
  const { alerts, notes } = linesOf(digest);
  return [
    digestWords.lead({ brand, from, to, zone }),
    plain(digest.sentence),
    figuresOf(digest)
      .map(([name, now, compared]) =>
        compared === null
          ? digestWords.figures.alone({ name, now })
          : plain(digestWords.figures.line({ name, now, compared })),
      )
      .concat(digestWords.figures.arrows)
      .join('\n'),
    [
      digestWords.days,
      ...days.map(
        ({ day, signups }) =>
          `${day}  ${String(signups).padStart(4)}  ${'#'.repeat(Math.round((20 * signups) / most))}`,
      ),
    ].join('\n'),
    [
      digestWords.channels.lead,
      ...channels.slice(0, MAX_CHANNELS).map(({ channel, people, signups }) =>
        digestWords.channels.row({
          channel,
          people: formatCount(people),
          signups: formatCount(signups),
        }),
      ),
      ...(channels.length === 0 ? [digestWords.none] : []),
    ].join('\n'),
    [digestWords.alerts.heading({ zone }), ...alerts].join('\n'),
    [digestWords.notes.heading({ zone }), ...notes].join('\n'),
    `${url}/growth`,
  ].join('\n\n');
}

/** Returns a digest as a message. Its bars are cells of tables, so nothing is missing without images. */
export function digestMail(site: TheSite, digest: Digest): DigestMail {
  const { signups } = digest.week;
  return {
    subject: digestWords.subject(signups, {
      brand: site.brand,
      signups: formatCount(signups),
      from: digest.from,
    }),
    text: `${digestText(site, digest)}\n`,
    html: digestHtml(site, digest),
  };
}

function digestHtml({ brand, url }: TheSite, digest: Digest): string {
  const { from, to, zone } = digest;
  const words = digestWords.figures;
  const { alerts, notes } = linesOf(digest);
  const cell = 'padding:4px 8px 4px 0;border-bottom:1px solid #e4dfd2;vertical-align:top';
  const figures = figuresOf(digest).map(
    ([name, now, compared]) =>
      `<tr><th scope="row" align="left" style="${cell};font-weight:400">${escapeHtml(name)}</th><td style="${cell}"><strong>${escapeHtml(now)}</strong></td><td class="quiet" style="${cell};color:#4a4d54">${escapeHtml(compared ?? '')}</td></tr>`,
  );
  const list = (lines: readonly string[]) =>
    `<ul style="margin:0;padding:0 20px">${lines.map((line) => `<li dir="auto">${linked(line)}</li>`).join('')}</ul>`;
  const heading = (text: string) =>
    `<h2 style="margin:24px 0 8px;font-size:16px">${escapeHtml(text)}</h2>`;
  const body = [
    `<h1 style="margin:0 0 4px;font-size:20px">${escapeHtml(digestWords.heading({ brand, signups: formatCount(digest.week.signups) }))}</h1>`,
    `<p class="quiet" style="margin:0 0 16px;color:#4a4d54">${escapeHtml(digestWords.period({ from, to, zone }))}</p>`,
    `<p style="margin:0 0 16px;font-size:17px">${escapeHtml(digest.sentence)}</p>`,
    '<table width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed">',
    `<tr><th align="left" style="${cell}">${words.figure}</th><th align="left" style="${cell}">${words.week}</th><th align="left" style="${cell}">${words.compared}</th></tr>`,
    ...figures,
    '</table>',
    `<p class="quiet" style="margin:8px 0 0;color:#4a4d54;font-size:13px">${words.arrows}</p>`,
    heading(digestWords.days),
    bars(digest.days.map(({ day, signups }) => ({ name: day, value: signups }))),
    heading(digestWords.channels.heading),
    bars(
      digest.channels
        .slice(0, MAX_CHANNELS)
        .map(({ channel, people }) => ({ name: channel, value: people })),
    ),
    heading(digestWords.alerts.heading({ zone })),
    list(alerts),
    heading(digestWords.notes.heading({ zone })),
    list(notes),
    paragraph(link(digestWords.open, `${url}/growth`)),
  ];
  const preview = digest.sentence;
  return layOutMessage({ language: 'en', subject: brand, brand, preview, body });
}

function bars(rows: readonly { name: string; value: number }[]): string {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  const cells = rows.map(({ name, value }) => {
    const width = Math.round((100 * value) / most);
    const bar =
      width === 0
        ? ''
        : `<table role="presentation" width="${width}%" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="#05773b" style="background:#05773b;font-size:12px;line-height:12px">&nbsp;</td></tr></table>`;
    return `<tr><td width="30%" style="padding:2px 8px 2px 0"><span dir="auto">${escapeHtml(name)}</span></td><td width="15%" align="right" style="padding:2px 8px 2px 0">${formatCount(value)}</td><td width="55%">${bar}</td></tr>`;
  });
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed">${cells.join('')}</table>`;
}
