import { readConfig } from './config.js';

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({}, '/app')).toEqual({
      port: 4000,
      host: '127.0.0.1',
      dataDir: './data',
      jwtSecret: null,
      trustedProxies: [],
      webRoot: '/app/web/dist',
    });
  });

  it('believes the proxies it is told to', () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1' }, '/app');
    expect(trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', '::1']);
    expect(readConfig({ TRUSTED_PROXIES: ' ' }, '/app').trustedProxies).toEqual([]);
    for (const wrong of ['true', '10.0.0.0/33', '1.2.3.4/8/8', 'proxy.example']) {
      expect(() => readConfig({ TRUSTED_PROXIES: wrong }, '/app')).toThrow('TRUSTED_PROXIES');
    }
  });

  it('names every setting at fault and shows no value', () => {
    const read = () => readConfig({ PORT: 'http', JWT_SECRET: 'too-short-a-secret', DATA_DIR: '' }, '/app');
    expect(read).toThrow(/PORT[^]*DATA_DIR[^]*JWT_SECRET/);
    expect(read).not.toThrow(/too-short-a-secret/);
  });
});
