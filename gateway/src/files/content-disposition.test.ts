import { contentDisposition } from './content-disposition.js';

describe('the Content-Disposition for a file name', () => {
  it.each([
    ['a.pdf', `inline; filename="a.pdf"; filename*=UTF-8''a.pdf`],
    ['a"; x="b.pdf', `inline; filename="a__ x=_b.pdf"; filename*=UTF-8''a%22%3B%20x%3D%22b.pdf`],
    ['a\r\nX: y', `inline; filename="a__X: y"; filename*=UTF-8''a%0D%0AX%3A%20y`],
    ["it's (1)*.pdf", `inline; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
    ['日本.pdf', `inline; filename="__.pdf"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.pdf`],
    ['half \ud800 pair', `inline; filename="half _ pair"; filename*=UTF-8''half%20_%20pair`],
  ])('encodes %j as one header value', (name, value) => {
    expect(contentDisposition('inline', name)).toBe(value);
  });
});
