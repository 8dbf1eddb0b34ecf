import { directionOf } from '#shared/languages';
import type { ConfirmMessageInput } from '#shared/page';
import { loadWording, type Words } from '../site/content/languages.ts';
import { escapeHtml } from '../site/seo/escape-html.ts';

/** Returns the message that asks for a confirmation, as text and as HTML. */
export async function confirmMessage(input: ConfirmMessageInput) {
  const wording = await loadWording(input.language);
  const { confirmMessageContent } = await wording.load('mail');
  const content = confirmMessageContent(input);
  return { subject: content.subject, text: toText(content, input), html: toHtml(content, input) };
}

type Content = ReturnType<Words['mail']['confirmMessageContent']>;

function toText(content: Content, { code, confirmUrl, leaveUrl }: ConfirmMessageInput): string {
  return [
    content.greeting,
    `${content.why} ${content.ask}`,
    `${content.button}:\n${confirmUrl}`,
    `${content.code} ${code}\n${content.valid}`,
    [content.benefitsTitle, ...content.benefits.map((benefit) => `- ${benefit}`)].join('\n'),
    `${content.ignore}\n${content.leave}: ${leaveUrl}`,
    `-- \n${content.sender.join('\n')}`,
  ].join('\n\n');
}

/**
 * Mail programs read an old HTML: tables and styles in attributes lay it out. The colours of the dark scheme are in a
 * style sheet, and a program that ignores it shows the light ones. There is no image, so nothing is missing without
 * images, and nothing reports that the message was opened.
 */
function toHtml(
  content: Content,
  { language, code, confirmUrl, leaveUrl }: ConfirmMessageInput,
): string {
  const words = (text: string) => escapeHtml(text);
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${text}</p>`;
  return [
    '<!DOCTYPE html>',
    `<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    `<title>${words(content.subject)}</title>`,
    `<style>${STYLES}</style></head>`,
    '<body class="page" style="margin:0;padding:0;background:#f4f1ea;color:#17150f">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">',
    '<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;color:#17150f;border:1px solid #d9d4c7"><tr>',
    '<td style="padding:28px 24px;font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif">',
    paragraph(words(content.greeting)),
    paragraph(`${words(content.why)} ${words(content.ask)}`),
    `<p style="margin:24px 0"><a class="button" href="${escapeHtml(confirmUrl)}" style="display:inline-block;padding:14px 22px;background:#0b6b3a;color:#ffffff;font-weight:600;text-decoration:none;border-radius:4px">${words(content.button)}</a></p>`,
    paragraph(
      `${words(content.code)}<br><strong style="font:700 28px/1.6 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px">${words(code)}</strong><br>${words(content.valid)}`,
    ),
    `<p style="margin:24px 0 8px;font-weight:600">${words(content.benefitsTitle)}</p>`,
    `<ul style="margin:0 0 24px;padding-left:20px">${content.benefits.map((benefit) => `<li>${words(benefit)}</li>`).join('')}</ul>`,
    paragraph(
      `${words(content.ignore)} <a class="link" href="${escapeHtml(leaveUrl)}" style="color:#0b6b3a">${words(content.leave)}</a>`,
    ),
    `<p class="quiet" style="margin:24px 0 0;font-size:13px;line-height:1.5;color:#5f5a4d">${content.sender.map(words).join('<br>')}</p>`,
    '</td></tr></table>',
    '</td></tr></table></body></html>',
  ].join('\n');
}

const STYLES = `:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #14120e !important; color: #f2eee4 !important; }
  .sheet { background: #1f1c16 !important; color: #f2eee4 !important; border-color: #3a362c !important; }
  .button { background: #5fd394 !important; color: #08160e !important; }
  .link { color: #7fdcab !important; }
  .quiet { color: #b5ae9d !important; }
}`;
