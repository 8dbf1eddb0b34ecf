import { escapeHtml } from '#shared/escape-html';
import {
  button,
  layOutMessage,
  link,
  linked,
  paragraph,
  quietParagraph,
  signature,
} from '#shared/message-layout';
import type { ConfirmMessageInput } from '#shared/page';
import { loadWording } from '../site/content/languages.ts';
import { sentenceGap } from '../site/content/sentence-gap.ts';

/** Returns the message that asks for a confirmation, as text and as HTML. */
export async function confirmMessage(input: ConfirmMessageInput) {
  const { language, code, confirmUrl, leaveUrl } = input;
  const wording = await loadWording(language);
  const { confirmMessageContent } = await wording.load('mail');
  const { signupContent } = await wording.load('signup');
  const content = confirmMessageContent(input);
  const gap = sentenceGap(language);
  // Applicants are asked by a box on the page, and where they enter the code.
  const launch = input.signupType === 'notifyme' ? [signupContent.launch.notifyme(input.site)] : [];
  const { subject, preview, sender } = content;
  const text = [
    content.greeting,
    `${content.code} ${code}`,
    ...launch,
    `${content.button}:\n${confirmUrl}\n${content.valid}`,
    `${content.why}${gap}${content.ask}`,
    `${content.ignore}\n${content.leave}: ${leaveUrl}`,
    `-- \n${sender.join('\n')}`,
  ].join('\n\n');
  const body = [
    paragraph(linked(content.greeting)),
    paragraph(
      `${linked(content.code)}<br><strong dir="ltr" style="display:inline-block;direction:ltr;font:700 32px/1.5 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;margin-right:-6px">${escapeHtml(code)}</strong>`,
    ),
    ...launch.map((said) => paragraph(linked(said))),
    button(content.button, confirmUrl),
    quietParagraph(linked(content.valid)),
    quietParagraph(`${linked(content.why)}${gap}${linked(content.ask)}`),
    quietParagraph(`${linked(content.ignore)}${gap}${link(content.leave, leaveUrl)}`),
    signature(sender),
  ];
  const { brand } = input.site;
  return { subject, text, html: layOutMessage({ language, subject, brand, preview, body }) };
}
