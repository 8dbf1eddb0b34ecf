import { escapeHtml } from '#shared/escape-html';
import {
  button,
  freeParagraph,
  layOutMessage,
  link,
  quietParagraph,
  signature,
} from '#shared/message-layout';
import type { ListMessageInput } from '#shared/page';
import { loadWording } from '../site/content/languages.ts';
import { sentenceGap } from '../site/content/sentence-gap.ts';

/** Returns a message to somebody on the list, as text and as HTML. */
export async function listMessage(input: ListMessageInput) {
  const { language, leaveUrl } = input;
  const wording = await loadWording(language);
  const { listMessageContent } = await wording.load('mail');
  const { validityOf } = await wording.load('offers');
  const content = listMessageContent(input);
  const { subject, preview, paragraphs, button: main, because, leave, sender } = content;
  const code = input.kind === 'mailing' ? input.code : null;
  const validity = code && validityOf(code, input.site);
  const text = [
    ...paragraphs,
    ...(main ? [`${main.label}:\n${main.url}`] : []),
    ...(validity ? [validity] : []),
    `${because}\n${leave}: ${leaveUrl}`,
    `-- \n${sender.join('\n')}`,
  ].join('\n\n');
  const body = [
    ...paragraphs.map((one) => freeParagraph(one, language)),
    ...(main ? [button(main.label, main.url)] : []),
    ...(validity ? [quietParagraph(escapeHtml(validity))] : []),
    quietParagraph(`${escapeHtml(because)}${sentenceGap(language)}${link(leave, leaveUrl)}`),
    signature(sender),
  ];
  const { brand } = input.site;
  return { subject, text, html: layOutMessage({ language, subject, brand, preview, body }) };
}
