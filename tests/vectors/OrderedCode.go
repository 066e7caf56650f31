// Prints keys in the ordered code of Bigtable's row key schemas: in an empty folder with this file,
// `go mod init keys && go get github.com/google/orderedcode@v0.0.1 && go run OrderedCode.go > ordered_code.tsv`.
//
// The numbers are those of Google's library. Its strings are not: it escapes FF, too. The rules of a struct are the steps of the
// reference of `GoogleBigtableAdminV2TypeStructEncodingOrderedCodeBytes` (Bigtable Admin API v2), in their order.
//
// Columns: a text in hex, an integer of 64 bits, a byte string in hex that descends, one that ascends, an integer that descends, a
// text in hex, and a byte string in hex; then the keys, in hex, of a struct of all seven, of one of `e` to `g`, and of one of
// `a`, `f`, `d`, `g`.
package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand"

	"github.com/google/orderedcode"
)

type field struct {
	bytes []byte
	desc  bool
}

func text(value string) field { return field{bytes: []byte(value)} }

func desc(it field) field { return field{it.bytes, true} }

func number(value int64) field {
	encoded, err := orderedcode.Append(nil, value)
	if err != nil {
		panic(err)
	}
	return field{bytes: encoded}
}

func key(fields ...field) string {
	for len(fields) > 0 && !fields[len(fields)-1].desc && len(fields[len(fields)-1].bytes) == 0 {
		fields = fields[:len(fields)-1]
	}
	var key []byte
	for index, it := range fields {
		element := bytes.ReplaceAll(it.bytes, []byte{0}, []byte{0, 0xFF})
		if len(element) == 0 {
			element = []byte{0, 0}
		}
		if it.desc || index < len(fields)-1 {
			element = append(element, 0, 1)
		}
		for _, one := range element {
			if it.desc {
				one = ^one
			}
			key = append(key, one)
		}
	}
	if len(fields) == 0 {
		key = []byte{0, 0}
	}
	return hex.EncodeToString(key)
}

var texts = []string{"", "", "a", "\x00", "a\x00", "\x00\x00b", "a\x01", "\x00\x01", "\u00ff", "日本", "F\u00d4O\x00bar", "\x7f"}

var strings = []string{"", "", "\x00", "\x00\x01", "\x00\xff", "\xff", "\xff\xfe", "\xff\xff", "\x01\x02\x00", "\x00\x00\x00"}

var random = rand.New(rand.NewSource(1))

func some(values []string) string { return values[random.Intn(len(values))] }

func integer() int64 {
	switch random.Intn(6) {
	case 0:
		return []int64{math.MinInt64, math.MaxInt64, 0, -1, 63, 64, -64, -65}[random.Intn(8)]
	case 1:
		bit := int64(1) << random.Intn(63)
		return []int64{bit, bit - 1, -bit, ^bit, -bit + 1}[random.Intn(5)]
	default:
		return (random.Int63() >> random.Intn(63)) * int64(1-2*random.Intn(2))
	}
}

func main() {
	fmt.Println("a_hex\tb\tc_hex_desc\td_hex\te_desc\tf_hex\tg_hex\tkey\te_to_g\tafdg")
	for row := 0; row < 600; row++ {
		a, c, d, f, g := some(texts), some(strings), some(strings), some(texts), some(strings)
		b, e := integer(), integer()
		fmt.Printf("%x\t%d\t%x\t%x\t%d\t%x\t%x\t", a, b, c, d, e, f, g)
		whole := key(text(a), number(b), desc(text(c)), text(d), desc(number(e)), text(f), text(g))
		fmt.Printf("%s\t%s\t%s\n", whole, key(desc(number(e)), text(f), text(g)), key(text(a), text(f), text(d), text(g)))
	}
}
