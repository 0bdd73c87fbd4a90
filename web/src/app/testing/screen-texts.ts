const ATTRIBUTES = ['aria-label', 'aria-valuetext', 'alt', 'placeholder', 'title'];

export function screenTexts(): string[] {
  const texts: string[] = [document.title];
  for (const element of document.body.querySelectorAll('*')) {
    texts.push(...ATTRIBUTES.flatMap((name) => element.getAttribute(name) ?? []));
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode.nodeValue ?? '');
  return texts.filter((text) => text.trim() !== '');
}
