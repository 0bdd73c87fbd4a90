export interface Picture {
  readonly name: string;
  readonly look: string;
  readonly file: string;
}

export function contactSheet(pictures: readonly Picture[], failures: readonly string[]): string {
  const names = [...new Set(pictures.map(({ name }) => name))];
  const rows = names.map((name) => {
    const figures = pictures.filter((picture) => picture.name === name).map(figure);
    return `<section><h2>${escape(name)}</h2>${figures.join('')}</section>`;
  });
  const missing = failures.map((failure) => `<li>${escape(failure)}</li>`).join('');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Outlay: every screen</title>
<style>
  body { font: 14px system-ui; margin: 2rem; background: #888; }
  section { margin-bottom: 2rem; }
  figure { display: inline-block; vertical-align: top; margin: 0 1rem 0 0; }
  img { display: block; height: 480px; object-fit: cover; object-position: top; background: #fff; }
</style>
<h1>${names.length} scenarios, ${pictures.length} pictures</h1>
${missing && `<h2>Failed</h2><ul>${missing}</ul>`}
${rows.join('\n')}
</html>
`;
}

function figure({ look, file }: Picture): string {
  const source = encodeURI(file);
  return `<figure><a href="${source}"><img loading="lazy" src="${source}" alt=""></a><figcaption>${escape(look)}</figcaption></figure>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
