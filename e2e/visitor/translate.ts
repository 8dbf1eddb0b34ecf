/** Does in a page what translating browsers do: replaces each text by an element, also texts that appear later. */
export function translate() {
  function replace(text: Text) {
    const isWanted = text.data.trim() !== '' && !text.parentElement?.closest('font, script, style');
    if (!isWanted) return;
    const translated = document.createElement('font');
    translated.textContent = `«${text.data}»`;
    text.replaceWith(translated);
  }
  function replaceIn(root: Node) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) replace(text);
  }
  function begin() {
    replaceIn(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) replaceIn(node);
    }).observe(document.body, { childList: true, subtree: true });
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin);
  else begin();
}
