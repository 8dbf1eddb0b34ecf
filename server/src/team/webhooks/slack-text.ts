import { webhookWords } from '../../words/server-messages.ts';
import type { WebhookMessage } from './webhook-message.ts';

/** Slack's own limit is 40,000 characters, and Discord's is 2,000. */
const MAX_TEXT = 1_900;

/**
 * Returns a message as text that Slack, Mattermost and Discord's Slack endpoint display well. Words of people are
 * escaped, so that they neither notify a channel nor become links.
 */
export function slackText(brand: string, message: WebhookMessage): string {
  const { type, data } = message;
  const lines =
    type === 'digest'
      ? digestLines(String(data['summary']))
      : [`*${escapeSlack(brand)}* ${headline(message)}`, ...details(message)];
  return shorten(lines.join('\n'));
}

/** Half of a character is no valid JSON for some receivers. They would refuse the message, and all after it would wait. */
const shorten = (text: string): string =>
  text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, '')}…`;

function headline({ type, data }: WebhookMessage): string {
  const kind = data['signup_type'] === 'beta' ? 'beta' : 'notifyme';
  const text = escapeSlack(String(data['text']));
  switch (type) {
    case 'signup.created':
      return typeof data['count'] === 'number'
        ? webhookWords.created.more({ count: data['count'] })
        : webhookWords.created[kind];
    case 'signup.confirmed':
      return webhookWords.confirmed[kind];
    case 'signup.left':
      if (typeof data['count'] === 'number') {
        return webhookWords.left.more({ count: data['count'] });
      }
      return webhookWords.left[data['reason'] === 'expired' ? 'expired' : 'themselves'][kind];
    case 'alert.raised':
      return `:rotating_light: ${text}`;
    case 'alert.cleared':
      return `:white_check_mark: ${webhookWords.cleared({ text })}`;
    default:
      return escapeSlack(type);
  }
}

/** Lines may quote notes and channels. One that is nothing but an address is the console's. */
const digestLines = (summary: string): string[] =>
  summary.split('\n').map((line) => (/^https?:\S+$/.test(line) ? escapeSlack : quote)(line));

/** In the order in which people read them. */
const DETAILS = ['name', 'email', 'youtube_channel', 'use_case', 'id', 'advice', 'since'] as const;
/** Our own words: people can copy a command or a name from them. */
const OWN = new Set(['id', 'advice', 'since']);

function details({ data }: WebhookMessage): string[] {
  return DETAILS.flatMap((key) => {
    const value = data[key];
    const safe = OWN.has(key) ? escapeSlack : quote;
    return typeof value === 'string' && value !== ''
      ? [`${webhookWords.names[key]}: ${safe(value)}`]
      : [];
  });
}

const INVISIBLE = /[\p{C}\u2028\u2029]+/gu;

/** What notifies people: Discord reads `@everyone` in the text itself, also within a word. */
const MENTION = /(?<![\p{L}\p{N}])@|@(?=everyone|here|channel|all)/giu;
/** What marks up text. Within a word `_` does not, and an address can be copied as it is. */
const MARKUP = /[*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** What becomes a link: an address for Slack, Markdown for Mattermost and Discord. Mattermost would also load an image. */
const LINK = /:(?=\/\/)|\](?=[([])|www(?=\.)/giu;

/** Slack itself has three special characters: https://docs.slack.dev/messaging/formatting-message-text. */
const escapeSlack = (text: string): string =>
  text
    .replaceAll(INVISIBLE, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Returns words of people as they are read. A blank that is not seen keeps them from being markup. */
const quote = (text: string): string =>
  escapeSlack(text)
    .replaceAll(MENTION, '@\u200b')
    .replaceAll(MARKUP, (mark) => `\u200b${mark}`)
    .replaceAll(LINK, (sign) => `${sign}\u200b`);
