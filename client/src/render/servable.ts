/**
 * Returns React's HTML without the parts that must not be served. React escapes `>`, `"` and `<` in
 * every text and attribute value, so these patterns match markup only.
 */
export function servable(html: string): string {
  return (
    html
      // The CSP forbids style attributes. Libraries render some and set them again by script.
      .replace(/ style="[^"]*"(?=[^<>]*>)/g, '')
      // The Nu checker warns about slashes on void elements.
      .replace(/<(area|br|col|hr|img|input|link|meta|source|wbr)\b([^<>]*?)\s*\/>/g, '<$1$2>')
  );
}
