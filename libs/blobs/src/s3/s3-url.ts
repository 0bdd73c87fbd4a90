/** Where the blobs of an S3 store are, and the key to it. */
export interface S3Place {
  readonly endPoint: string;
  readonly port: number;
  readonly useSSL: boolean;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  readonly bucket: string;
}

/** What S3 calls the region of a store that has none, such as MinIO's. */
const NO_REGION = 'us-east-1';

/** Reads `https://key:secret@host:9000/bucket?region=eu-north-1`. Throws `RangeError`, without the URL: it holds the secret. */
export function parseS3Url(text: string): S3Place {
  const url = URL.parse(text);
  const bucket = url?.pathname.slice(1).replace(/\/$/, '') ?? '';
  const isWhole = url && /^https?:$/.test(url.protocol) && url.username && url.password;
  // S3's rule for the names of buckets.
  if (!isWhole || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new RangeError(
      'The URL of S3 must look like http://key:secret@host:9000/bucket (https: for TLS, ?region= where there is one)',
    );
  }
  const useSSL = url.protocol === 'https:';
  return {
    // An IPv6 address has brackets in a URL only.
    endPoint: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (useSSL ? 443 : 80),
    useSSL,
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? NO_REGION,
    bucket,
  };
}
