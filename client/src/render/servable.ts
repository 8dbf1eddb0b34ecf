/**
 * React's HTML as it may be served. In React's output `>`, `"` and `<` stand escaped in every text and
 * attribute value, so these patterns only ever match markup.
 */
export function servable(html: string): string {
  return (
    html
      // The CSP forbids style attributes. Libraries render some, and set them again by script.
      .replace(/ style="[^"]*"(?=[^<>]*>)/g, '')
      // The Nu checker warns about slashes on void elements.
      .replace(/<(area|br|col|hr|img|input|link|meta|source|wbr)\b([^<>]*?)\s*\/>/g, '<$1$2>')
  );
}
