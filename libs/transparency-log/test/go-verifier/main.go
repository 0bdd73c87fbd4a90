// Verifies a log in a folder with Go's packages for transparency logs: the checkpoint with the key, its
// cosignature with the key of the witness, every tile on the way
// to the proofs against the root, the entries against their leaves, and the proofs of another implementation.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const tileHeight = 8

type proofs struct {
	Inclusion []struct {
		Index  int64
		Hashes []tlog.Hash
	}
	Consistency []struct {
		Size   int64
		Root   tlog.Hash
		Hashes []tlog.Hash
	}
}

type folder string

func (f folder) read(path string) []byte {
	content, err := os.ReadFile(filepath.Join(string(f), path))
	check(err)
	return content
}

func (f folder) Height() int { return tileHeight }

func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	contents := make([][]byte, len(tiles))
	for i, tile := range tiles {
		contents[i] = f.read(strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/", tileHeight), "tile/", 1))
	}
	return contents, nil
}

func (f folder) SaveTiles([]tlog.Tile, [][]byte) {}

func main() {
	log := folder(os.Args[1])
	verifier, err := note.NewVerifier(strings.TrimSpace(string(log.read("key"))))
	check(err)
	witness, err := newCosigner(strings.TrimSpace(string(log.read("witness-key"))))
	check(err)
	signed, err := note.Open(log.read("checkpoint"), note.VerifierList(verifier, witness))
	check(err)
	if len(signed.Sigs) != 2 {
		check(fmt.Errorf("%d signatures verify, not those of the log and of the witness", len(signed.Sigs)))
	}
	lines := strings.Split(signed.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	root, err := tlog.ParseHash(lines[2])
	check(err)
	tree := tlog.Tree{N: size, Hash: root}
	hashes := tlog.TileHashReader(tree, log)

	var given proofs
	check(json.Unmarshal(log.read("proofs.json"), &given))
	for _, proof := range given.Inclusion {
		leaf, err := hashes.ReadHashes([]int64{tlog.StoredHashIndex(0, proof.Index)})
		check(err)
		if tlog.RecordHash(log.entry(proof.Index, size)) != leaf[0] {
			check(fmt.Errorf("entry %d is not its leaf", proof.Index))
		}
		check(tlog.CheckRecord(proof.Hashes, size, root, proof.Index, leaf[0]))
		own, err := tlog.ProveRecord(size, proof.Index, hashes)
		check(err)
		check(same(own, proof.Hashes))
	}
	for _, proof := range given.Consistency {
		check(tlog.CheckTree(proof.Hashes, size, root, proof.Size, proof.Root))
		own, err := tlog.ProveTree(size, proof.Size, hashes)
		check(err)
		check(same(own, proof.Hashes))
	}
	fmt.Printf("cosigned %s\nverified %d entries: %d inclusion and %d consistency proofs\n",
		time.Unix(int64(witness.timestamp), 0).UTC().Format(time.RFC3339), size, len(given.Inclusion), len(given.Consistency))
}

// cosigner verifies a cosignature of c2sp.org/tlog-cosignature, which package note does not know.
type cosigner struct {
	name      string
	hash      uint32
	key       ed25519.PublicKey
	timestamp uint64
}

func newCosigner(text string) (*cosigner, error) {
	name, rest, _ := strings.Cut(text, "+")
	id, encoded, _ := strings.Cut(rest, "+")
	key, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || len(key) != 1+ed25519.PublicKeySize || key[0] != 4 {
		return nil, fmt.Errorf("%q is no key of a witness", text)
	}
	sum := sha256.Sum256(append([]byte(name+"\n"), key...))
	if hash := fmt.Sprintf("%x", sum[:4]); hash != id {
		return nil, fmt.Errorf("the id of the witness is %s, not %s", hash, id)
	}
	return &cosigner{name: name, hash: binary.BigEndian.Uint32(sum[:4]), key: key[1:]}, nil
}

func (c *cosigner) Name() string    { return c.name }
func (c *cosigner) KeyHash() uint32 { return c.hash }

func (c *cosigner) Verify(text, signature []byte) bool {
	if len(signature) != 8+ed25519.SignatureSize {
		return false
	}
	c.timestamp = binary.BigEndian.Uint64(signature)
	var message bytes.Buffer
	fmt.Fprintf(&message, "cosignature/v1\ntime %d\n%s", c.timestamp, text)
	return ed25519.Verify(c.key, message.Bytes(), signature[8:])
}

func (f folder) entry(index, size int64) []byte {
	tile := tlog.TileForIndex(tileHeight, tlog.StoredHashIndex(0, index))
	tile.W = int(min(256, size-tile.N*256))
	path := strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/0/", tileHeight), "tile/entries/", 1)
	bundle := f.read(path)
	for at := int64(0); ; at++ {
		length := int(bundle[0])<<8 | int(bundle[1])
		if at == index%256 {
			return bundle[2 : 2+length]
		}
		bundle = bundle[2+length:]
	}
}

func same(a, b []tlog.Hash) error {
	if len(a) != len(b) {
		return fmt.Errorf("%d hashes, not %d", len(b), len(a))
	}
	for i := range a {
		if a[i] != b[i] {
			return fmt.Errorf("hash %d differs", i)
		}
	}
	return nil
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
