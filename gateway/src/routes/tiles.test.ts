import { TEST_TILE } from '../testing/test-audit.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

describe('tiles of the log', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  it.each([
    ['a gzip file', [0x1f, 0x8b, 0x08]],
    ['a deflated file', [0x78, 0x9c]],
    ['nothing known', [0xff, 0xff]],
  ])('are sent as they are stored if they begin like %s', async (_, beginning) => {
    const tile = Buffer.concat([Buffer.from(beginning), Buffer.alloc(TEST_TILE.size - beginning.length, 0xab)]);
    await gateway.blobs.put(TEST_TILE.blobKey, tile, { contentType: 'application/octet-stream' });
    const response = await gateway.call('/api/audit/tile/0/000', { as: 'admin' });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(Buffer.from(await response.arrayBuffer())).toEqual(tile);
  });
});
