import { escapeHtml } from '#shared/escape-html';
import { button, layOutMessage, link, paragraph, signature } from '#shared/message-layout';
import type { ConfirmMessageInput } from '#shared/page';
import { loadWording } from '../site/content/languages.ts';

/** Returns the message that asks for a confirmation, as text and as HTML. */
export async function confirmMessage(input: ConfirmMessageInput) {
  const { language, code, confirmUrl, leaveUrl } = input;
  const wording = await loadWording(language);
  const { confirmMessageContent } = await wording.load('mail');
  const content = confirmMessageContent(input);
  const { subject, sender } = content;
  const text = [
    content.greeting,
    `${content.why} ${content.ask}`,
    `${content.button}:\n${confirmUrl}`,
    `${content.code} ${code}\n${content.valid}`,
    `${content.ignore}\n${content.leave}: ${leaveUrl}`,
    `-- \n${sender.join('\n')}`,
  ].join('\n\n');
  const words = escapeHtml;
  const body = [
    paragraph(words(content.greeting)),
    paragraph(`${words(content.why)} ${words(content.ask)}`),
    button(content.button, confirmUrl),
    paragraph(
      `${words(content.code)}<br><strong style="font:700 28px/1.6 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px">${words(code)}</strong><br>${words(content.valid)}`,
    ),
    paragraph(`${words(content.ignore)} ${link(content.leave, leaveUrl)}`),
    signature(sender),
  ];
  return { subject, text, html: layOutMessage({ language, subject, body }) };
}
