import { escapeHtml } from '#shared/escape-html';
import { button, layOutMessage, link, linked, paragraph, signature } from '#shared/message-layout';
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
  const body = [
    paragraph(linked(content.greeting)),
    paragraph(`${linked(content.why)} ${linked(content.ask)}`),
    button(content.button, confirmUrl),
    paragraph(
      `${linked(content.code)}<br><strong style="font:700 28px/1.6 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px">${escapeHtml(code)}</strong><br>${linked(content.valid)}`,
    ),
    paragraph(`${linked(content.ignore)} ${link(content.leave, leaveUrl)}`),
    signature(sender),
  ];
  return { subject, text, html: layOutMessage({ language, subject, body }) };
}
